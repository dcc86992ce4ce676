import { Page, Section } from '../ui/Page.tsx'
import { RoyaltyExplainer } from '../widgets/RoyaltyExplainer.tsx'
import { EscrowList } from '../widgets/royalties/EscrowList.tsx'
import { Forecast } from '../widgets/royalties/Forecast.tsx'
import { RoyaltyLedger } from '../widgets/royalties/RoyaltyLedger.tsx'
import { RoyaltyTiles } from '../widgets/royalties/RoyaltyTiles.tsx'

export function Royalties() {
  return (
    <Page title="Royalty Management">
      <Section title="Summary" note="Over all entries that you may see.">
        <RoyaltyTiles />
      </Section>
      <Section title="Royalty Ledger" note="Newest first, each line with its arithmetic.">
        <RoyaltyLedger />
      </Section>
      <Section title="Forecast" note="From daily royalties up to yesterday.">
        <Forecast />
      </Section>
      <Section title="Held payments" note="What is in escrow, and what became of it.">
        <EscrowList />
      </Section>
      <Section title="How Royalties Work">
        <RoyaltyExplainer />
      </Section>
    </Page>
  )
}
