import ReactMarkdown, { defaultUrlTransform } from 'react-markdown'
import { Link } from 'react-router'
import remarkGfm from 'remark-gfm'

/**
 * Markdown with autolinks, footnotes, strikethrough, tables and task lists; raw HTML is not rendered.
 * Addresses: http, https, irc, ircs, mailto, xmpp or relative, which is the library's own rule.
 */
export default function Markdown({ text }: { text: string }) {
  return (
    <div className="prose">
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        urlTransform={defaultUrlTransform}
        components={{
          table: ({ node: _, ...table }) => (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling table must be reachable by keyboard
            <section className="table-frame" aria-label="Table" tabIndex={0}>
              <table {...table} />
            </section>
          ),
          input: ({ node: _, ...box }) => (
            <input {...box} aria-label={box.checked ? 'Done' : 'Open'} />
          ),
          a: ({ node: _, href = '', ...link }) =>
            href.startsWith('/') ? <Link to={href} {...link} /> : <a href={href} {...link} />,
          img: ({ src, alt }) => (src ? <img src={src} alt={alt ?? ''} /> : alt),
        }}
      >
        {text}
      </ReactMarkdown>
    </div>
  )
}
