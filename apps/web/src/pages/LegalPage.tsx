import { type LegalDocument, legalDocument } from '@viva-voce/contract'
import { lazy, Suspense } from 'react'
import { NavLink } from 'react-router'
import useSWR from 'swr'
import { readLegalDocument } from '../api/legal.ts'
import { productName } from '../brand.ts'
import { paths } from '../paths.ts'
import { frame } from '../ui/Page.tsx'

const Markdown = lazy(() => import('../widgets/Markdown.tsx'))

const names: Record<LegalDocument, string> = {
  tos: 'Terms of Service',
  privacy: 'Privacy Policy',
  dpa: 'Data Processing Agreement',
  subprocessors: 'Subprocessors',
}

export function LegalPage({ doc }: { doc: LegalDocument }) {
  const { data, error } = useSWR<string, Error>(['legal', doc], () => readLegalDocument(doc), {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  })
  const loading = <p role="status">Loading…</p>
  return (
    <div className={`${frame} grid gap-x-8 gap-y-10 py-10 sm:py-16 lg:grid-cols-12`}>
      <title>{`${names[doc]} · ${productName}`}</title>
      <nav aria-label="Legal documents" className="text-sm lg:col-span-3">
        <ul className="flex flex-wrap gap-x-6 gap-y-2 lg:sticky lg:top-8 lg:flex-col">
          {legalDocument.options.map((other) => (
            <li key={other}>
              <NavLink
                to={paths.legalDocument(other)}
                className="border-l-2 border-transparent text-muted hover:text-ink aria-[current]:border-accent aria-[current]:pl-3 aria-[current]:text-ink"
              >
                {names[other]}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <article className="min-w-0 lg:col-span-9">
        {error && (
          <p role="alert" className="text-bad">
            {error.message}
          </p>
        )}
        {!error && data === undefined && loading}
        {data !== undefined && (
          <Suspense fallback={loading}>
            <Markdown text={data} />
          </Suspense>
        )}
      </article>
    </div>
  )
}
