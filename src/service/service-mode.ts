/** What a service is: the built-in one on synthetic data, or a real one. */
export const MODES = ['sandbox', 'service'] as const;

/**
 * Whether the settings of a service mean `sandbox` or `service`; any other text as it is. A flow written by hand may leave the mode out: whoever
 * gives an address means that service, and does not expect invented data. An empty text comes from an empty environment variable: no default
 * takes its place.
 */
export function modeOf({ mode, baseUrl, authUrl }: Readonly<Record<string, unknown>>): unknown {
  if (mode !== undefined && mode !== null) return mode;
  return [baseUrl, authUrl].every((address) => address === undefined || address === null || address === '') ? 'sandbox' : 'service';
}
