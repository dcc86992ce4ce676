/** The product's name and contact, in one place. */
export const productName = 'Viva Voce'
export const supportEmail = import.meta.env.VITE_SUPPORT_EMAIL ?? 'support@viva-voce.example'
