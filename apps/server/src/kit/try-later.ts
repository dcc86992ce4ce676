/** Nothing is wrong: something else has to end first. Whoever repeats what fails does so, and warns instead of alarming. */
export class TryLater extends Error {}
