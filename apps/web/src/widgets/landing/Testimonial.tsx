import { frame } from '../../ui/Page.tsx'

/** Written by us and labelled so: there is no such customer yet. */
export function Testimonial() {
  return (
    <section aria-label="Testimonial" className={`${frame} pt-20 sm:pt-28`}>
      <figure className="border-y border-ink py-12 sm:py-16 lg:grid lg:grid-cols-12 lg:gap-8">
        <blockquote className="lg:col-span-9">
          <p className="-indent-[0.32em] pl-[0.32em] font-display text-2xl leading-tight font-medium text-balance sm:text-3xl sm:leading-[1.08]">
            “Our lawyers asked for the licence of every voice in the episode. I sent them a token
            instead of a folder.”
          </p>
        </blockquote>
        <figcaption className="mt-8 self-end text-sm lg:col-span-3 lg:mt-0">
          <span className="block font-medium">Producer, documentary podcast</span>
          <span className="block text-muted">
            Early-access quote, written for illustration. Not a real customer.
          </span>
        </figcaption>
      </figure>
    </section>
  )
}
