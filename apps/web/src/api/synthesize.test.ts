import { expect, test } from 'vitest'
import { readTake } from './synthesize.ts'

test('the receipt of a take is read from its headers', () => {
  const headers = new Headers({
    'X-Synthesis-Id': 'syn_1',
    'X-Payment-Intent-Id': 'pi_1',
    'X-License-Token': 'a.b.c',
    'X-Audio-Seconds': '4.41',
    'X-Price-EUR': '0.0132',
    'X-VAT-EUR': '0.002772',
    'Content-Disposition': 'inline; filename="syn_1.mp3"',
  })
  expect(readTake(headers, new Blob())).toMatchObject({
    synthesisId: 'syn_1',
    paymentIntentId: 'pi_1',
    licenceToken: 'a.b.c',
    seconds: 4.41,
    priceEur: 0.0132,
    vatEur: 0.002772,
    fileName: 'syn_1.mp3',
  })
})

test('a figure that was not sent is unknown, not zero', () => {
  expect(readTake(new Headers(), new Blob())).toMatchObject({
    seconds: null,
    priceEur: null,
    vatEur: null,
  })
})
