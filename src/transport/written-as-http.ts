/** Whether an address is at the https origin of another, host and port, but for its `http:`: services behind a TLS proxy often write it so. */
export function isWrittenAsHttp(url: URL, base: URL): boolean {
  if (url.protocol !== 'http:') return false;
  const secure = new URL(url);
  secure.protocol = 'https:';
  return secure.origin === base.origin;
}
