/** Whether, but for its `http:`, an address is at the https origin (host and port) of another: services behind a TLS proxy often write it so. */
export function isWrittenAsHttp(url: URL, base: URL): boolean {
  if (url.protocol !== 'http:') return false;
  const secure = new URL(url);
  secure.protocol = 'https:';
  return secure.origin === base.origin;
}
