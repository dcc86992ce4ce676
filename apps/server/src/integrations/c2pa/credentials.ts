import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, webcrypto } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as x509 from '@peculiar/x509'
import { CoseAlgorithmIdentifier, LocalSigner, type Signer } from '@trustnxt/c2pa-ts/cose'

/** With what manifests are signed, and whose signatures count as this deployment's own. */
export interface Credentials {
  signer: Signer
  /** Root certificates; a manifest is ours when its chain ends in one of them. */
  anchors: readonly x509.X509Certificate[]
}

/** Files of an operator's own certificate, in PEM: the chain from the signer's up, and its PKCS #8 key. */
export interface CertificateFiles {
  chainFile: string
  keyFile: string
}

const ed25519 = { name: 'Ed25519' }
/** RFC 8410, section 7: what stands before the 32 bytes of an Ed25519 key in PKCS #8. */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')
/** id-kp-emailProtection, which C2PA 2.1 (section 14.5.1) asks of a signer's certificate. */
const emailProtection = '1.3.6.1.5.5.7.3.4'
const development = {
  notBefore: new Date('2026-01-01T00:00:00Z'),
  notAfter: new Date('2046-01-01T00:00:00Z'),
}

/**
 * A certificate and its own authority made from the deployment's secret: every process makes the same without keeping
 * anything, since Ed25519 signs deterministically. Nobody outside trusts it; `operatorCredentials` is for that.
 * @param seed at least 32 secret bytes
 */
export async function developmentCredentials(
  seed: Uint8Array,
  issuer: string,
): Promise<Credentials> {
  x509.cryptoProvider.set(webcrypto as typeof crypto)
  const authority = await keyPair(seed, 'authority')
  const own = await keyPair(seed, 'signer')
  const ca = await x509.X509CertificateGenerator.createSelfSigned({
    ...development,
    serialNumber: '01',
    name: nameOf(`${issuer} Development CA`, issuer),
    signingAlgorithm: ed25519,
    keys: authority,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      await x509.SubjectKeyIdentifierExtension.create(authority.publicKey),
    ],
  })
  const certificate = await x509.X509CertificateGenerator.create({
    ...development,
    serialNumber: '02',
    subject: nameOf(issuer, issuer),
    issuer: ca.subject,
    signingAlgorithm: ed25519,
    publicKey: own.publicKey,
    signingKey: authority.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([emailProtection], true),
      await x509.SubjectKeyIdentifierExtension.create(own.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(authority.publicKey),
    ],
  })
  const algorithm = CoseAlgorithmIdentifier.Ed25519
  return { signer: new LocalSigner(own.pkcs8, algorithm, certificate, [ca]), anchors: [ca] }
}

/**
 * An operator's certificate from PEM files. Throws when a file cannot be read, the key is not the certificate's, or
 * its kind is none that C2PA signs with (Ed25519, P-256, P-384, P-521, RSA).
 */
export function operatorCredentials({ chainFile, keyFile }: CertificateFiles): Credentials {
  x509.cryptoProvider.set(webcrypto as typeof crypto)
  const chain = x509.PemConverter.decode(readFileSync(chainFile, 'utf8')).map(
    (der) => new x509.X509Certificate(der),
  )
  const [certificate, ...above] = chain
  if (!certificate) throw new Error(`${chainFile} holds no certificate`)
  const key = createPrivateKey(readFileSync(keyFile))
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
  if (!spki.equals(Buffer.from(certificate.publicKey.rawData))) {
    throw new Error(`the key in ${keyFile} is not that of the first certificate in ${chainFile}`)
  }
  const pkcs8 = new Uint8Array(key.export({ format: 'der', type: 'pkcs8' }))
  return {
    signer: new LocalSigner(pkcs8, algorithmOf(key), certificate, above),
    anchors: [above.at(-1) ?? certificate],
  }
}

function algorithmOf(key: KeyObject): CoseAlgorithmIdentifier {
  const curve = key.asymmetricKeyDetails?.namedCurve
  if (key.asymmetricKeyType === 'ed25519') return CoseAlgorithmIdentifier.Ed25519
  if (key.asymmetricKeyType === 'rsa') return CoseAlgorithmIdentifier.PS256
  if (curve === 'prime256v1') return CoseAlgorithmIdentifier.ES256
  if (curve === 'secp384r1') return CoseAlgorithmIdentifier.ES384
  if (curve === 'secp521r1') return CoseAlgorithmIdentifier.ES512
  throw new Error(`C2PA does not sign with a key of the kind ${key.asymmetricKeyType} ${curve}`)
}

function nameOf(common: string, organisation: string): x509.JsonName {
  return [{ CN: [common] }, { O: [organisation] }]
}

async function keyPair(seed: Uint8Array, purpose: string) {
  const bytes = Buffer.from(hkdfSync('sha256', seed, '', `c2pa/${purpose}`, 32))
  const pkcs8 = Buffer.concat([pkcs8Head, bytes])
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
  const { subtle } = webcrypto
  return {
    pkcs8: new Uint8Array(pkcs8),
    privateKey: await subtle.importKey('pkcs8', pkcs8, ed25519, true, ['sign']),
    publicKey: await subtle.importKey('spki', spki, ed25519, true, ['verify']),
  }
}
