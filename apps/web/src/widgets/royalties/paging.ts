export const royaltiesPerPage = 5

/** What stands under a page of a list: which entries it shows, of how many, and which page of how many it is. */
export function pagingWords(page: number, shown: number, entries: number) {
  const first = (page - 1) * royaltiesPerPage + 1
  const pages = Math.max(1, Math.ceil(entries / royaltiesPerPage))
  return {
    range: `Showing ${shown === 0 ? 0 : first} to ${first + shown - 1} of ${entries} entries`,
    position: `Page ${page} of ${pages}`,
    isLast: page >= pages,
  }
}
