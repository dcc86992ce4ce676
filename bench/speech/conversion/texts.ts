/** Everyday sentences of the bench, written for it; none of them is in a reading script. */

/** What a talent says who records freely. */
export const freeSentences: readonly string[] = [
  'Last summer we drove along the coast for almost two weeks.',
  'My sister lives in a small flat above a bicycle repair shop.',
  'I had to wait nearly an hour because the bus broke down.',
  'Every Thursday the whole family meets for soup and fresh bread.',
  'The weather changed so fast that nobody had brought a jacket.',
  'There is a narrow bridge just past the petrol station.',
  'He told me a funny story about his first day at college.',
  'We should probably book the rooms before prices go up again.',
  'You can see the mountains from the balcony when the air is clear.',
  'Someone left a pair of leather gloves on the back seat.',
  'The orchestra rehearses twice a week in an empty warehouse.',
  'I never understood why they closed such a charming cinema.',
  'Boil the potatoes first, then add butter, salt and parsley.',
  'Her voice was calm, although the news had clearly shocked her.',
  'Children under five travel free on every train in the region.',
  'It took three strong men to lift the piano up the stairs.',
  'Do you remember the boy who used to deliver our newspapers?',
  'A group of tourists asked us for directions to the castle.',
  'Before going to bed she checks every window and every lock.',
  'The new manager speaks four languages and plays the cello.',
]

/**
 * What base and converted voice say to the recogniser. Harder than small talk on purpose: of 40 everyday sentences
 * it mistook 0.8 % of the words of flite's rms, too few for a ratio.
 */
export const heardSentences: readonly string[] = [
  'The carpenter sanded the shelf until the grain began to shine.',
  'Heavy snow delayed the freight train outside the northern tunnel.',
  'A retired sailor teaches the teenagers how to tie proper knots.',
  'Fresh basil and roasted garlic give this sauce its flavour.',
  'The council postponed the vote because two members were ill.',
  'She wrapped the fragile lamp in towels and loaded the van.',
  'Geologists collected samples from the floor of the crater.',
  'His grandfather repaired watches in a cellar near the docks.',
  'The violin section practised the slow movement until midnight.',
  'A stray goat wandered across the runway and stopped the plane.',
  'Farmers in this valley grow barley, hops and winter wheat.',
  'The lawyer read the contract twice and found a serious flaw.',
  'Bright lanterns hung from the branches of the chestnut tree.',
  'Our guide pointed at a faint trail between the boulders.',
  'The chemist labelled each bottle with the date and the dose.',
  'Rust had eaten through the hinges of the garden gate.',
  'A dozen journalists waited in the lobby for the verdict.',
  'The nurse checked his pulse and lowered the blinds.',
  'Pilgrims have followed this road since the twelfth century.',
  'The engineer explained why the bridge sways in strong wind.',
]
