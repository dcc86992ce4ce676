import { getAudit } from './domains/audit/get-audit.ts'
import { getBillingProfile } from './domains/billing/get-billing-profile.ts'
import { saveBillingProfile } from './domains/billing/save-billing-profile.ts'
import { validateVatId } from './domains/billing/validate-vat-id.ts'
import { cancelAudioCheck } from './domains/compliance/cancel-audio-check.ts'
import { checkAudio } from './domains/compliance/check-audio.ts'
import { getAudioCheck } from './domains/compliance/get-audio-check.ts'
import { finishStripeOauth } from './domains/connect/finish-stripe-oauth.ts'
import { getConnectStatus } from './domains/connect/get-connect-status.ts'
import { onboardTalent } from './domains/connect/onboard-talent.ts'
import { refreshOnboarding } from './domains/connect/refresh-onboarding.ts'
import { startStripeOauth } from './domains/connect/start-stripe-oauth.ts'
import { createKey } from './domains/developers/create-key.ts'
import { listKeys } from './domains/developers/list-keys.ts'
import { revokeKey } from './domains/developers/revoke-key.ts'
import { getEscrow } from './domains/escrows/get-escrow.ts'
import { listEscrows } from './domains/escrows/list-escrows.ts'
import { refundEscrow } from './domains/escrows/refund-escrow.ts'
import { forecastRoyalties } from './domains/forecast/forecast-royalties.ts'
import { getReady } from './domains/health/get-ready.ts'
import { getStatus } from './domains/health/get-status.ts'
import { getWorkerReady } from './domains/health/get-worker-ready.ts'
import { endSession } from './domains/identity/end-session.ts'
import { finishSignIn } from './domains/identity/finish-sign-in.ts'
import { getMe } from './domains/identity/get-me.ts'
import { listAcceptances } from './domains/identity/list-acceptances.ts'
import { listSessions } from './domains/identity/list-sessions.ts'
import { logout } from './domains/identity/logout.ts'
import { readLegalDocument } from './domains/identity/read-legal-document.ts'
import { selectRole } from './domains/identity/select-role.ts'
import { startSignIn } from './domains/identity/start-sign-in.ts'
import { downloadInvoice } from './domains/invoices/download-invoice.ts'
import { listInvoices } from './domains/invoices/list-invoices.ts'
import { checkLicence } from './domains/licences/check-licence.ts'
import { getJwks } from './domains/licences/get-jwks.ts'
import { createSpeech } from './domains/openai/create-speech.ts'
import { listAudioVoices } from './domains/openai/list-audio-voices.ts'
import { listModels } from './domains/openai/list-models.ts'
import { countReservations } from './domains/payments/count-reservations.ts'
import { createReservation } from './domains/payments/create-reservation.ts'
import { createTopUp } from './domains/payments/create-top-up.ts'
import { getTopUp } from './domains/payments/get-top-up.ts'
import { listReservations } from './domains/payments/list-reservations.ts'
import { listTopUps } from './domains/payments/list-top-ups.ts'
import { refundPayment } from './domains/payments/refund-payment.ts'
import { setAutomaticTopUp } from './domains/payments/set-automatic-top-up.ts'
import { downloadDac7 } from './domains/payouts/download-dac7.ts'
import { downloadStatement } from './domains/payouts/download-statement.ts'
import { listPayouts } from './domains/payouts/list-payouts.ts'
import { receiveStripeEvent } from './domains/provider-events/receive-stripe-event.ts'
import { downloadRoyalties } from './domains/royalties/download-royalties.ts'
import { getRoyaltySummary } from './domains/royalties/get-royalty-summary.ts'
import { listRoyalties } from './domains/royalties/list-royalties.ts'
import { listRoyaltyDays } from './domains/royalties/list-royalty-days.ts'
import { getContentCredentials } from './domains/syntheses/get-content-credentials.ts'
import { getSynthesisAudio } from './domains/syntheses/get-synthesis-audio.ts'
import { listSyntheses } from './domains/syntheses/list-syntheses.ts'
import { quoteSynthesis } from './domains/syntheses/quote-synthesis.ts'
import { synthesize } from './domains/syntheses/synthesize.ts'
import { synthesizeWithTimestamps } from './domains/syntheses/synthesize-with-timestamps.ts'
import { grantConsent } from './domains/talents/grant-consent.ts'
import { listConsentAudit } from './domains/talents/list-consent-audit.ts'
import { registerTalent } from './domains/talents/register-talent.ts'
import { revokeConsent } from './domains/talents/revoke-consent.ts'
import { cancelTraining } from './domains/trainings/cancel-training.ts'
import { readDossier } from './domains/trainings/read-dossier.ts'
import { trainVoice } from './domains/trainings/train-voice.ts'
import { getUsage } from './domains/usage/get-usage.ts'
import { deleteRecording } from './domains/voices/delete-recording.ts'
import { getVoice } from './domains/voices/get-voice.ts'
import { getVoicePreview } from './domains/voices/get-voice-preview.ts'
import { listRecordings } from './domains/voices/list-recordings.ts'
import { listTalentVoices } from './domains/voices/list-talent-voices.ts'
import { listVoices } from './domains/voices/list-voices.ts'
import { readScript } from './domains/voices/read-script.ts'
import { updateVoice } from './domains/voices/update-voice.ts'
import { uploadVoice } from './domains/voices/upload-voice.ts'
import { downloadWalletStatement } from './domains/wallets/download-wallet-statement.ts'
import { getWallet } from './domains/wallets/get-wallet.ts'
import { readWalletStatement } from './domains/wallets/read-wallet-statement.ts'
import type { Endpoints } from './http/register.ts'

/** Which file answers which call. */
export const endpoints: Endpoints = {
  getMe,
  startSignIn,
  finishSignIn,
  logout,
  selectRole,
  listAcceptances,
  listSessions,
  endSession,
  readLegalDocument,
  listKeys,
  createKey,
  revokeKey,
  getWallet,
  finishStripeOauth,
  getConnectStatus,
  onboardTalent,
  refreshOnboarding,
  startStripeOauth,
  countReservations,
  createReservation,
  createTopUp,
  getTopUp,
  listReservations,
  listTopUps,
  refundPayment,
  setAutomaticTopUp,
  receiveStripeEvent,
  readWalletStatement,
  downloadWalletStatement,
  registerTalent,
  grantConsent,
  revokeConsent,
  listConsentAudit,
  listVoices,
  getVoice,
  getVoicePreview,
  readScript,
  uploadVoice,
  listTalentVoices,
  updateVoice,
  listRecordings,
  deleteRecording,
  trainVoice,
  cancelTraining,
  readDossier,
  synthesize,
  synthesizeWithTimestamps,
  createSpeech,
  listModels,
  listAudioVoices,
  quoteSynthesis,
  listSyntheses,
  getSynthesisAudio,
  getContentCredentials,
  listEscrows,
  getEscrow,
  validateVatId,
  getBillingProfile,
  saveBillingProfile,
  listInvoices,
  downloadInvoice,
  listPayouts,
  downloadStatement,
  downloadDac7,
  refundEscrow,
  getAudit,
  getUsage,
  listRoyalties,
  getRoyaltySummary,
  listRoyaltyDays,
  downloadRoyalties,
  forecastRoyalties,
  checkLicence,
  checkAudio,
  getAudioCheck,
  cancelAudioCheck,
  getJwks,
  getStatus,
  getReady,
  getWorkerReady,
}
