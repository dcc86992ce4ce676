import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const least = {
  DATABASE_URL: 'postgresql://localhost/viva',
  SECRET_KEY: 'thirty-two letters are the least.',
}

describe('the settings', () => {
  test('that must be given are two', () => {
    const config = readConfig(least)
    expect(config).toMatchObject({
      port: 3000,
      apiUrl: 'http://localhost:3000',
      webUrl: 'http://localhost:3000',
      secureCookies: false,
      google: null,
      github: null,
      stripe: null,
      promotionalCreditMicros: 2_000_000n,
      platformCountry: 'DE',
    })
  })

  test('that are empty count as not given', () => {
    expect(readConfig({ ...least, PORT: '', API_URL: '', GOOGLE_CLIENT_ID: '' })).toMatchObject({
      port: 3000,
      google: null,
    })
  })

  test('of an https address make cookies secure', () => {
    const config = readConfig({
      ...least,
      API_URL: 'https://api.example',
      WEB_URL: 'https://example',
    })
    expect(config).toMatchObject({ secureCookies: true, webUrl: 'https://example' })
  })

  test('list administrators in small letters, without blanks', () => {
    const { adminEmails } = readConfig({
      ...least,
      ADMIN_EMAILS: ' Ada@Example.com, ,bo@b.example ',
    })
    expect([...adminEmails]).toEqual(['ada@example.com', 'bo@b.example'])
  })
})

describe('a wrong setting is named:', () => {
  const wrong: [string, Record<string, string | undefined>][] = [
    ['DATABASE_URL', { DATABASE_URL: undefined }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://localhost/x' }],
    ['SECRET_KEY', { SECRET_KEY: undefined }],
    ['SECRET_KEY', { SECRET_KEY: 'too short' }],
    ['PORT', { PORT: 'http' }],
    ['PORT', { PORT: '65536' }],
    ['API_URL', { API_URL: 'not an address' }],
    ['CLOCK_URL', { CLOCK_URL: 'soon' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'yes' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['PLATFORM_COUNTRY', { PLATFORM_COUNTRY: 'US' }],
    ['PLATFORM_COUNTRY', { PLATFORM_COUNTRY: 'Germany' }],
    ['PROMOTIONAL_CREDIT_CENTS', { PROMOTIONAL_CREDIT_CENTS: '-1' }],
    ['SPEECH_THREADS', { SPEECH_THREADS: '0' }],
    ['LIMIT_SYNTHESIS_PER_SECOND', { LIMIT_SYNTHESIS_PER_SECOND: '0.5' }],
    ['GOOGLE_CLIENT_SECRET', { GOOGLE_CLIENT_ID: 'only half' }],
    ['GITHUB_CLIENT_ID', { GITHUB_CLIENT_SECRET: 'only half' }],
    ['STRIPE_WEBHOOK_SECRETS', { STRIPE_SECRET_KEY: 'only half' }],
    ['STRIPE_SECRET_KEY', { STRIPE_WEBHOOK_SECRETS: 'only half' }],
  ]

  test.each(wrong)('%s %j', (name, change) => {
    const read = () => readConfig({ ...least, ...change })
    expect(read).toThrow(/^The settings are wrong:/)
    expect(read).toThrow(name)
  })

  test('all at once', () => {
    expect(() => readConfig({ PORT: 'x' })).toThrow(/PORT[\s\S]*DATABASE_URL[\s\S]*SECRET_KEY/)
  })

  test('without telling the secret', () => {
    const read = () => readConfig({ ...least, SECRET_KEY: 'hunter2' })
    expect(read).not.toThrow(/hunter2/)
  })
})
