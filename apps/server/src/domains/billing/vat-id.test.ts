import { describe, expect, test } from 'vitest'
import { readVatId } from './vat-id.ts'

describe('a VAT ID', () => {
  test.each([
    ['ATU13585627', 'AT'],
    ['BE0403019261', 'BE'],
    ['DE136695976', 'DE'],
    ['ESB58378431', 'ES'],
    ['FR40303265045', 'FR'],
    ['IE6388047V', 'IE'],
    ['IT00743110157', 'IT'],
    ['NL004495445B01', 'NL'],
    ['PL8567346215', 'PL'],
    ['SE556188840401', 'SE'],
  ])('%s is one of %s', (text, country) => {
    expect(readVatId(text)).toEqual({
      id: text,
      prefix: text.slice(0, 2),
      number: text.slice(2),
      country,
    })
  })

  test('is read with blanks, dots, dashes and small letters', () => {
    expect(readVatId(' de 136.695-976 ')?.id).toBe('DE136695976')
  })

  test('of Greece begins with EL, and is read with GR as well', () => {
    const greek = { id: 'EL094014201', prefix: 'EL', number: '094014201', country: 'GR' }
    expect(readVatId('EL094014201')).toEqual(greek)
    expect(readVatId('GR094014201')).toEqual(greek)
  })

  test.each([
    ['a wrong check digit', 'DE136695977'],
    ['too short', 'DE13669597'],
    ['no country', '136695976'],
    ['an unknown country', 'XX136695976'],
    ['outside the EU', 'CHE123456788'],
    ['Northern Ireland, which is for goods only', 'XI110305878'],
    ['the United Kingdom', 'GB110305878'],
    ['empty', ''],
    ['something else', '<script>'],
  ])('%s is none', (_, text) => {
    expect(readVatId(text)).toBeNull()
  })
})
