/**
 * Hosts of addresses, and whether they are this machine: for links and proxies (`isLoopbackUrl`), and for a service without TLS (`readServiceUrl`), which
 * takes none that `isLoopbackUrl` does not.
 */
export const loopbackHosts: readonly (readonly [host: string, forLinks: boolean, forService: boolean])[] = [
  ['localhost', true, true],
  ['LOCALHOST', true, true],
  ['127.0.0.1', true, true],
  ['127.0.0.2', true, true],
  ['127.1', true, true],
  ['2130706433', true, true],
  ['[::1]', true, true],
  ['localhost.', true, false],
  ['soil.localhost', true, false],
  ['[::ffff:127.0.0.1]', true, false],
  ['128.0.0.1', false, false],
  ['0.0.0.0', false, false],
  ['[::]', false, false],
  ['[::2]', false, false],
  ['192.168.1.1', false, false],
  ['127.evil.example', false, false],
  ['127.0.0.1.example.com', false, false],
  ['localhost.example.com', false, false],
  ['notlocalhost', false, false],
];
