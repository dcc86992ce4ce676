/**
 * The provider's name of a requirement as people read it: `individual.id_number` is "individual: id number"
 * (docs.stripe.com/connect/handling-api-verification).
 */
export function requirementWords(name: string): string {
  return name.replaceAll('_', ' ').replaceAll('.', ': ')
}
