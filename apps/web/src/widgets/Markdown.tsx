import type { ComponentProps } from 'react'
import ReactMarkdown, { defaultUrlTransform } from 'react-markdown'
import { Link } from 'react-router'
import remarkGfm from 'remark-gfm'

/**
 * Markdown with autolinks, footnotes, strikethrough, tables and task lists; raw HTML is not rendered.
 * `nested` is for a document inside a section: its headings follow the section's.
 * Addresses: http, https, irc, ircs, mailto, xmpp or relative, which is the library's own rule.
 */
export default function Markdown({ text, nested }: { text: string; nested?: boolean }) {
  return (
    <div className={nested ? 'prose prose-nested' : 'prose'}>
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        urlTransform={defaultUrlTransform}
        components={{
          ...(nested && lowered),
          table: ({ node: _, ...table }) => (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling table must be reachable by keyboard
            <section className="table-frame" aria-label="Table" tabIndex={0}>
              <table {...table} />
            </section>
          ),
          input: ({ node: _, ...box }) => (
            <input {...box} aria-label={box.checked ? 'Done' : 'Open'} />
          ),
          a: Address,
          img: ({ src, alt }) => (src ? <img src={src} alt={alt ?? ''} /> : alt),
        }}
      >
        {text}
      </ReactMarkdown>
    </div>
  )
}

/** Headings of a document inside a section of a page. */
const lowered = { h1: 'h3', h2: 'h4', h3: 'h5' } as const

/** A link inside the app, one to the outside, or plain text when its address was refused. */
function Address({ node: _, href, children, ...rest }: ComponentProps<'a'> & { node?: unknown }) {
  if (!href) return <span>{children}</span>
  if (!href.startsWith('/')) {
    return (
      <a href={href} {...rest}>
        {children}
      </a>
    )
  }
  return (
    <Link to={href} {...rest}>
      {children}
    </Link>
  )
}
