/** What the dialog of a soil service calls its settings, in English: a message is read beside the dialog, which shows no other name. */
const LABELS: Readonly<Record<string, string>> = {
  mode: 'Use',
  baseUrl: 'Service URL',
  authUrl: 'Token URL',
  clientId: 'Client id',
  clientSecret: 'Client secret',
  audience: 'Audience',
  tls: 'TLS',
  proxy: 'Proxy',
  syncThreshold: 'Small below',
  requestsPerSecond: 'At most',
  maxConcurrent: 'In parallel',
  timeout: 'Time limit',
  datasetsField: 'Datasets field',
  emailField: 'E-mail field',
  soilPropertiesPath: 'Properties path',
  allowPrivateHosts: 'Download links may point at private addresses',
};

/** The label of a setting in the dialog; the setting's own name if it has no short label there. */
export function settingLabel(setting: string): string {
  return LABELS[setting] ?? setting;
}
