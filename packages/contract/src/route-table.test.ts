import { describe, expect, test } from 'vitest'
import { fillPath, needsCsrf, type RouteSpec } from './route.ts'
import { routes } from './route-table.ts'

const all = Object.entries(routes) as [string, RouteSpec][]

describe('the route table', () => {
  test('has each method and path once', () => {
    const calls = all.map(([, { method, path }]) => `${method} ${path.replace(/:[a-z_]+/g, ':')}`)
    expect(new Set(calls).size).toBe(calls.length)
  })

  test.each(all)('%s is complete', (_, route) => {
    expect(route.path).toMatch(/^(\/(:[a-z_]+|[a-z0-9_.-]+))+$/)
    expect(route.summary).toMatch(/^[A-Z].{5,}[^.]$/)
    expect(route.answer).toBeDefined()
    if (route.method === 'GET') expect(route.body).toBeUndefined()
    if (route.access.kind === 'people') {
      expect(route.access.by.length).toBeGreaterThan(0)
      expect(route.access.roles.length).toBeGreaterThan(0)
    }
  })

  test.each(all)('%s checks just the parameters that its path has', (_, route) => {
    const names = [...route.path.matchAll(/:([a-z_]+)/g)].map(([, name]) => name!)
    const shape = route.params ? (route.params as { shape?: object }).shape : {}
    expect(Object.keys(shape ?? {}).sort()).toEqual(names.sort())
  })

  test('asks for a CSRF token on every writing call of people', () => {
    for (const [name, route] of all) {
      const writes = route.method !== 'GET' && route.access.kind === 'people'
      expect(needsCsrf(route), name).toBe(writes)
    }
  })

  test('lets an API key only where a developer may go', () => {
    for (const [name, { access }] of all) {
      if (access.kind !== 'people' || !(access.by as readonly string[]).includes('key')) continue
      expect(access.roles === 'any' || access.roles.includes('developer'), name).toBe(true)
    }
  })
})

describe('fillPath', () => {
  test('puts values in their places, encoded', () => {
    expect(fillPath('/v1/a/:one/b/:two', { one: 'x', two: 'y' })).toBe('/v1/a/x/b/y')
    expect(fillPath('/v1/:id', { id: '../me?a=b#c' })).toBe('/v1/..%2Fme%3Fa%3Db%23c')
    expect(fillPath('/v1/me')).toBe('/v1/me')
  })

  test('throws when one is missing', () => {
    expect(() => fillPath('/v1/:id')).toThrow(/needs id/)
  })
})
