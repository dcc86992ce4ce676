import { type LegalText, routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { documentText } from './legal-documents.ts'

export const readLegalDocument = endpoint(routes.readLegalDocument, async ({ params, reply }) => {
  const doc = params.doc.replace(/\.md$/, '') as LegalText
  return reply.type('text/markdown; charset=utf-8').send(documentText(doc))
})
