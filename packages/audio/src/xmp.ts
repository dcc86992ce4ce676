import { DIGITAL_SOURCE_BASE, type DigitalSourceType, type WavInfo } from './wav-format.ts'

/**
 * XMP as ISO 16684-1 has it: the kind of source by IPTC Photo Metadata 2021 (which audio tools read too), title and
 * rights by Dublin Core, and where the licence can be checked by XMP Rights Management.
 */
export function xmpPacket(type: DigitalSourceType, info: WavInfo = {}): Uint8Array {
  const { title, copyright, link } = info
  const words = [
    `<Iptc4xmpExt:DigitalSourceType>${DIGITAL_SOURCE_BASE}${type}</Iptc4xmpExt:DigitalSourceType>`,
    ...(title ? [inDefaultLanguage('dc:title', title)] : []),
    ...(copyright ? [inDefaultLanguage('dc:rights', copyright)] : []),
    ...(link ? [`<xmpRights:WebStatement>${escaped(link)}</xmpRights:WebStatement>`] : []),
  ]
  return new TextEncoder().encode(
    [
      '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
      '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
      '<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"',
      ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/">',
      ...words,
      '</rdf:Description></rdf:RDF></x:xmpmeta>',
      '<?xpacket end="r"?>',
    ].join('\n'),
  )
}

function inDefaultLanguage(property: string, text: string): string {
  return `<${property}><rdf:Alt><rdf:li xml:lang="x-default">${escaped(text)}</rdf:li></rdf:Alt></${property}>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
