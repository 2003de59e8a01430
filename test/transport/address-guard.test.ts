import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { isSoilError, type SoilError } from '../../src/errors/soil-error';
import { AddressGuard, type AddressRules, type ResolvedAddress } from '../../src/transport/address-guard';
import { addressScope, isLoopbackUrl, type AddressScope } from '../../src/transport/address-scope';

const examples: Record<AddressScope, string[]> = {
  public: [
    '1.1.1.1', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.0', '169.253.255.255', '169.255.0.0',
    '172.15.255.255', '172.32.0.0', '192.0.1.0', '192.167.255.255', '192.169.0.0', '198.17.255.255', '198.20.0.0', '223.255.255.255',
    '2000::1', '2001:200::1', '2606:4700::1111', '2a00:1450:4001::200e', '3ffe:ffff::1', '3fff:1000::1',
    '::ffff:8.8.8.8', '::ffff:808:808', '64:ff9b::8.8.8.8', '64:ff9b::808:808', '2002:808:808::1', '::ffff:0:8.8.8.8',
  ],
  loopback: ['127.0.0.1', '127.0.0.0', '127.255.255.255', '127.1.2.3', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::FFFF:127.9.9.9'],
  private: [
    '10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.0', '192.168.255.255', '169.254.0.1', '169.254.255.255',
    '100.64.0.0', '100.127.255.255', '198.18.0.0', '198.19.255.255',
    'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'fe80::1', 'fe80::1%eth0', 'febf::1', 'fec0::1', '64:ff9b:1::1',
    '::ffff:10.0.0.1', '::ffff:a00:1', '::ffff:192.168.1.1', '::ffff:169.254.1.1',
  ],
  forbidden: [
    '0.0.0.0', '0.1.2.3', '192.0.0.1', '192.0.2.1', '192.88.99.1', '198.51.100.7', '203.0.113.9', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255',
    '169.254.169.254', '169.254.170.2', '169.254.170.23', '169.254.0.23', '100.100.100.200', '168.63.129.16', '192.0.0.192', '::ffff:169.254.169.254', '::ffff:a9fe:a9fe',
    '::', '::2', '::127.0.0.1', '::8.8.8.8', '100::1', '1000::1', '2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001:10::1', '2001:db8::1', '3fff::1', '3fff:fff::1',
    '4000::1', '5f00::1', '8000::1', 'f000::1', 'fe00::1', 'ff02::1', 'ff0e::1', 'fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254',
    '64:ff9b::10.0.0.1', '64:ff9b::127.0.0.1', '64:ff9b::a9fe:a9fe', '2002:7f00:1::', '2002:a00:1::1', '::ffff:0:127.0.0.1',
    '', 'localhost', '1.2.3', '1.2.3.4.5', '256.1.1.1', 'no address',
  ],
};

const strict: AddressRules = { allowLoopback: false, allowPrivateHosts: false };
const local: AddressRules = { allowLoopback: true, allowPrivateHosts: false };
const premises: AddressRules = { allowLoopback: false, allowPrivateHosts: true };

function inUrl(address: string): string {
  return address.includes(':') ? `[${address.replace(/%.*/, '')}]` : address;
}

const refused = (said: RegExp) => (error: unknown): boolean => {
  assert.ok(isSoilError(error, 'SOIL_DOWNLOAD'), String(error));
  assert.match(error.message, said);
  return true;
};

/** A guard for which every name has these addresses. Counts how often it is asked. */
function guardWith(rules: AddressRules, ...answers: string[][]): { guard: AddressGuard; asked: string[] } {
  const asked: string[] = [];
  const guard = new AddressGuard(rules, (hostname) => {
    asked.push(hostname);
    const answer = answers[Math.min(asked.length, answers.length) - 1] ?? [];
    if (answer.length === 0) return Promise.reject(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }));
    return Promise.resolve(answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
  });
  return { guard, asked };
}

function lookUp(guard: AddressGuard, hostname: string, options: { all?: boolean; family?: number | 'IPv4' | 'IPv6' }, by: 'lookup' | 'lookupHere' = 'lookup'): Promise<ResolvedAddress[]> {
  return new Promise((resolve, reject) => {
    guard[by](hostname, options, (error, found, family) => {
      if (error) reject(error);
      else resolve(Array.isArray(found) ? found : [{ address: found, family: family ?? 0 }]);
    });
  });
}

describe('an address', () => {
  for (const [scope, addresses] of Object.entries(examples)) {
    it(`is known to be ${scope}, in ${addresses.length} examples`, () => {
      for (const address of addresses) assert.equal(addressScope(address), scope, address);
    });
  }
});

describe('a URL on this machine', () => {
  it('is known by its host', () => {
    const onThisMachine = ['http://127.0.0.1:8080/api', 'https://[::1]/', 'http://localhost:1', 'http://api.localhost/', 'http://LOCALHOST./', 'http://2130706433/', 'http://0x7f.1/', 'http://0177.0.0.1/', 'http://127.1/', 'http://[::ffff:127.0.0.1]/'];
    for (const url of onThisMachine) assert.equal(isLoopbackUrl(url), true, url);
    for (const url of ['https://example.org', 'http://localhost.example.org', 'http://notlocalhost', 'http://10.0.0.1', 'http://[::2]/', 'no url', '']) assert.equal(isLoopbackUrl(url), false, url);
  });
});

describe('a link', () => {
  it('may lead to any public address by https, and to no other address', async () => {
    for (const [scope, addresses] of Object.entries(examples)) {
      for (const address of addresses.filter((each) => isIP(each.replace(/%.*/, '')) !== 0)) {
        const { guard, asked } = guardWith(strict);
        const admitted = guard.admit(`https://${inUrl(address)}/soil.zip`, 'the download link');
        if (scope === 'public') assert.equal((await admitted).protocol, 'https:');
        else await assert.rejects(admitted, refused(/^Refused to follow the download link: /), address);
        assert.deepEqual(asked, []);
      }
    }
  });

  it('may lead to a name only if all of its addresses are public', async () => {
    for (const [scope, addresses] of Object.entries(examples)) {
      for (const address of addresses) {
        const { guard } = guardWith(strict, ['1.1.1.1', '2606:4700::1111', address]);
        const admitted = guard.admit('https://files.example/soil.zip', 'the download link');
        if (scope === 'public') await admitted;
        else await assert.rejects(admitted, refused(/files\.example/), address);
      }
    }
  });

  it('may lead to this machine if the API is there or private hosts are allowed, also by plain http', async () => {
    for (const rules of [local, premises]) {
      for (const url of ['http://127.0.0.1:1880/a.zip', 'https://127.0.0.1/a.zip', 'http://[::1]/a.zip', 'http://2130706433/', 'http://0x7f000001/', 'http://0177.1/']) {
        await guardWith(rules).guard.admit(url, 'the download link');
      }
      await guardWith(rules, ['127.0.0.1', '::1']).guard.admit('http://localhost:1880/a.zip', 'the download link');
    }
    await assert.rejects(guardWith(strict).guard.admit('http://127.0.0.1/a.zip', 'the download link'), refused(/is on this machine\. .* allow download links to point at private addresses/));
  });

  it('leads to this machine by a name below localhost, too, even if only a proxy resolves it', async () => {
    for (const host of ['localhost.', 'api.localhost', 'api.localhost.']) {
      await assert.rejects(guardWith(strict, []).guard.admit(`https://${host}/a.zip`, 'the download link'), refused(/is on this machine\. .* allow download links to point at private addresses/), host);
      await guardWith(premises, []).guard.admit(`https://${host}/a.zip`, 'the download link');
    }
    await guardWith(strict, []).guard.admit('https://localhost.example/a.zip', 'the download link');
  });

  it('may lead into private networks only if private hosts are allowed, and only by https', async () => {
    for (const address of examples.private) {
      const host = inUrl(address);
      await guardWith(premises).guard.admit(`https://${host}/a.zip`, 'the download link');
      await assert.rejects(guardWith(local).guard.admit(`https://${host}/a.zip`, 'the download link'), refused(/is in a private network\. .* allow download links to point at private addresses/));
      await assert.rejects(guardWith(premises).guard.admit(`http://${host}/a.zip`, 'the download link'), refused(/must begin with https/));
    }
  });

  it('never leads to an address that no file comes from, such as the metadata of a cloud host', async () => {
    const all: AddressRules = { allowLoopback: true, allowPrivateHosts: true };
    for (const address of examples.forbidden.filter((each) => isIP(each) !== 0)) {
      await assert.rejects(guardWith(all, [address]).guard.admit('https://files.example/', 'the download link'), refused(/no file may come from/), address);
    }
  });

  it('must use https', async () => {
    const { guard } = guardWith({ allowLoopback: true, allowPrivateHosts: true }, ['1.1.1.1']);
    await assert.rejects(guard.admit('http://files.example/', 'the download link'), refused(/must begin with https/));
    await assert.rejects(guardWith(local, []).guard.admit('http://unknown.example/', 'the download link'), refused(/must begin with https/));
    await assert.rejects(guardWith(local, ['127.0.0.1', '1.1.1.1']).guard.admit('http://half.example/', 'the download link'), refused(/must begin with https/));
    for (const url of ['ftp://127.0.0.1/', 'file:///etc/passwd', 'data:,x', 'javascript:1', 'blob:https://a/b', 'gopher://127.0.0.1/', 'unix:/run/docker.sock']) {
      await assert.rejects(guard.admit(url, 'the download link'), refused(/it is not a web address/), url);
    }
  });

  it('must be a URL of bounded length, without user name and password', async () => {
    const { guard } = guardWith(local, ['1.1.1.1']);
    await guard.admit('https://files.example/'.padEnd(16_384, 'a'), 'the download link');
    await assert.rejects(guard.admit('https://files.example/'.padEnd(16_385, 'a'), 'the download link'), refused(/it is not a valid URL/));
    for (const url of ['', 'soil.zip', '//files.example/a', 'https://', 'https://[::1', 'https://1.2.3.256/', `https://files.example/${'a'.repeat(17_000)}`]) {
      await assert.rejects(guard.admit(url, 'the download link'), refused(/it is not a valid URL/), url.slice(0, 40));
    }
    for (const url of ['https://user@files.example/', 'https://:secret@files.example/', 'https://a:b@127.0.0.1/', 'https://files.example:443@127.0.0.1/']) {
      await assert.rejects(guard.admit(url, 'a redirect of files.example'), refused(/^Refused to follow a redirect of files\.example: it carries a user name or a password/), url);
    }
  });

  it('is shown by its scheme alone if that is not one of the web', async () => {
    const link = `${'x'.repeat(1000)}:soil.zip`;
    await assert.rejects(guardWith(strict).guard.admit(link, 'the download link'), (error: SoilError) => {
      assert.match(error.message, /it is not a web address but "x{20}"\./);
      assert.deepEqual(error.cause, { method: 'GET' });
      return true;
    });
  });

  it('reveals neither its path nor its signed part when it is refused', async () => {
    for (const url of ['https://10.0.0.1/folder/soil.zip?signature=canary', 'http://1.1.1.1/folder?signature=canary', 'https://canary:canary@1.1.1.1/', 'canary']) {
      await assert.rejects(guardWith(strict).guard.admit(url, 'the download link'), (error: Error) => !/canary|folder/.test(JSON.stringify(error) + error.message));
    }
  });
});

describe('a connection', () => {
  it('is made to the addresses that were checked, whatever the name answers afterwards', async () => {
    const { guard, asked } = guardWith(strict, ['1.1.1.1', '2606:4700::1111'], ['127.0.0.1'], ['10.0.0.1']);
    await guard.admit('https://files.example/a.zip', 'the download link');
    assert.deepEqual(await lookUp(guard, 'files.example', { all: true }), [{ address: '1.1.1.1', family: 4 }, { address: '2606:4700::1111', family: 6 }]);
    assert.deepEqual(await lookUp(guard, 'files.example', {}), [{ address: '1.1.1.1', family: 4 }]);
    assert.deepEqual(await lookUp(guard, 'files.example', { family: 6 }), [{ address: '2606:4700::1111', family: 6 }]);
    assert.deepEqual(await lookUp(guard, 'files.example', { family: 'IPv6', all: true }), [{ address: '2606:4700::1111', family: 6 }]);
    assert.deepEqual(await lookUp(guard, 'files.example', { family: 'IPv4' }), [{ address: '1.1.1.1', family: 4 }]);
    assert.deepEqual(asked, ['files.example']);
  });

  it('is made by plain http to this machine alone, even if another link has led the name elsewhere since', async () => {
    const { guard } = guardWith(local, ['127.0.0.1'], ['1.1.1.1', '127.0.0.2']);
    await guard.admit('http://files.example/', 'the download link');
    await assert.rejects(guard.admit('http://files.example/', 'the download link'), refused(/plain http/));
    assert.deepEqual(await lookUp(guard, 'files.example', { all: true }, 'lookupHere'), [{ address: '127.0.0.2', family: 4 }]);
    assert.deepEqual((await lookUp(guard, 'files.example', { all: true })).length, 2);
  });

  it('is checked again when the link is', async () => {
    const { guard, asked } = guardWith(strict, ['1.1.1.1'], ['127.0.0.1']);
    await guard.admit('https://files.example/a.zip', 'the download link');
    await assert.rejects(guard.admit('https://files.example/a.zip', 'the download link'), refused(/on this machine/));
    assert.equal(asked.length, 2);
    await guard.admit('https://8.8.8.8/a.zip', 'the download link');
  });

  it('looks a name up again once hundreds were checked after it: many names do not fill the memory', async () => {
    const { guard, asked } = guardWith(strict, ['1.1.1.1']);
    for (let file = 0; file < 500; file++) await guard.admit(`https://file-${file}.example/soil.zip`, 'the download link');
    await lookUp(guard, 'file-499.example', {});
    assert.equal(asked.length, 500, 'the latest are known');
    assert.deepEqual(await lookUp(guard, 'file-0.example', {}), [{ address: '1.1.1.1', family: 4 }]);
    assert.equal(asked.length, 501);
  });

  it('is refused for a name that was not checked if it has no address that may be used', async () => {
    const { guard } = guardWith(strict, ['127.0.0.1', '10.0.0.1', '169.254.169.254']);
    await assert.rejects(lookUp(guard, 'other.example', { all: true }), { code: 'ENOTFOUND' });
    const mixed = guardWith(strict, ['127.0.0.1', '8.8.8.8']);
    assert.deepEqual(await lookUp(mixed.guard, 'other.example', { all: true }), [{ address: '8.8.8.8', family: 4 }]);
  });

  it('fails with the error of the name service if that fails', async () => {
    const { guard } = guardWith(strict, []);
    await guard.admit('https://unknown.example/a.zip', 'the download link');
    await assert.rejects(lookUp(guard, 'unknown.example', { all: true }), { code: 'ENOTFOUND' });
  });

  it("asks this machine's name service unless told otherwise", async () => {
    const guard = new AddressGuard(local);
    await guard.admit('http://localhost/', 'the download link');
    const [found] = await lookUp(guard, 'localhost', {});
    assert.equal(addressScope(found?.address ?? ''), 'loopback');
    await assert.rejects(lookUp(new AddressGuard(strict), 'localhost', {}), { code: 'ENOTFOUND' });
  });
});
