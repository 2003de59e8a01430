/** A node of a flow file, of any kind. */
export interface FlowNode {
  id: string;
  type: string;
  z?: string;
  g?: string;
  /** Disabled. */
  d?: boolean;
  wires?: string[][];
  [setting: string]: unknown;
}

/** Where the messages enter, by their path: straight on, through a subflow, through a link call. */
export const WAYS = ['straight', 'subflow', 'call'] as const;
export type Way = (typeof WAYS)[number];

export interface Addresses {
  /** Of the service that two soil-service nodes have. */
  first: string;
  /** Of another one. */
  second: string;
  /** Where outcomes are posted to. */
  outcomes: string;
}

export const CREDENTIALS = Object.fromEntries(['one', 'two', 'three'].map((id) => [id, { clientId: 'me', clientSecret: 'secret' }]));

/** Three paths of a message from its area to its records, with Catch nodes; what comes out, or fails, is posted back. */
export function flowUnderDeploys({ first, second, outcomes }: Addresses): FlowNode[] {
  const service = (id: string, address: string): FlowNode => ({
    ...{ id, type: 'soil-service', mode: 'service', baseUrl: address, authUrl: address, timeout: 30, requestsPerSecond: 0, maxConcurrent: 24, allowPrivateHosts: true },
  });
  const post = (id: string, z: string): FlowNode => ({
    ...{ id, type: 'http request', z, x: 900, y: 100, wires: [[]], method: 'POST', ret: 'txt', paytoqs: 'body' },
    url: `${outcomes}/{{{topic}}}?job={{{soil.job.id}}}&again={{{soil.job.redelivered}}}&code={{{error.code}}}&from={{{error.source.type}}}`,
  });
  /** From soil-submit to soil-read. */
  const line = (z: string, way: Way, of: string, behind: string[]): FlowNode[] => [
    { id: `submit-${way}`, type: 'soil-submit', z, x: 300, y: 100, service: of, reuse: true, wires: [[`wait-${way}`]] },
    { id: `wait-${way}`, type: 'soil-wait', z, x: 400, y: 100, service: of, firstPoll: 0.3, maxPoll: '${MAX_POLL}', wires: [[`download-${way}`], []] },
    { id: `download-${way}`, type: 'soil-download', z, x: 500, y: 100, service: of, wires: [[`read-${way}`], []] },
    { id: `read-${way}`, type: 'soil-read', z, x: 600, y: 100, wires: [behind] },
  ];
  /** What the test posts, without the request: that would be lost with a stop, and reported. */
  const way = (name: Way, z: string, behind: string): FlowNode[] => [
    { id: `in-${name}`, type: 'http in', z, x: 100, y: 100, url: `/${name}`, method: 'post', wires: [[`taken-${name}`, `set-${name}`]] },
    { id: `taken-${name}`, type: 'http response', z, x: 200, y: 50, statusCode: '202', wires: [] },
    {
      ...{ id: `set-${name}`, type: 'change', z, x: 150, y: 100, wires: [[`area-${name}`]] },
      rules: [{ t: 'set', p: 'topic', pt: 'msg', to: 'payload.topic', tot: 'msg' }, { t: 'set', p: 'payload', pt: 'msg', to: 'payload.area', tot: 'msg' }, { t: 'delete', p: 'req', pt: 'msg' }, { t: 'delete', p: 'res', pt: 'msg' }],
    },
    { id: `area-${name}`, type: 'soil-area', z, x: 250, y: 100, service: '', wires: [[behind]] },
    post(`out-${name}`, z),
    { id: `catch-${name}`, type: 'catch', z, x: 800, y: 200, scope: null, wires: [[`failed-${name}`]] },
    post(`failed-${name}`, z),
  ];
  const env = [{ name: 'MAX_POLL', type: 'str', value: '0.6' }];
  return [
    { id: 'tab-straight', type: 'tab', label: 'straight', disabled: false, env },
    { id: 'tab-subflow', type: 'tab', label: 'subflow', disabled: false, env },
    { id: 'tab-call', type: 'tab', label: 'call', disabled: false, env },
    { id: 'tab-called', type: 'tab', label: 'called', disabled: false, env },
    { id: 'tab-spare', type: 'tab', label: 'spare', disabled: false, env },
    service('one', first),
    service('two', first),
    service('three', second),
    { id: 'group', type: 'group', z: 'tab-straight', name: 'group', x: 1, y: 1, w: 100, h: 100, style: {}, nodes: [] },
    ...way('straight', 'tab-straight', 'submit-straight'),
    ...line('tab-straight', 'straight', 'one', ['out-straight']),
    {
      ...{ id: 'inner', type: 'subflow', name: 'inner', env: [{ name: 'SERVICE', type: 'str', value: 'two' }] },
      in: [{ x: 1, y: 1, wires: [{ id: 'submit-subflow' }] }],
      out: [{ x: 1, y: 1, wires: [{ id: 'read-subflow', port: 0 }] }],
    },
    ...line('inner', 'subflow', '${SERVICE}', []),
    { id: 'instance', type: 'subflow:inner', z: 'tab-subflow', x: 300, y: 100, wires: [['out-subflow']] },
    ...way('subflow', 'tab-subflow', 'instance'),
    { id: 'call', type: 'link call', z: 'tab-call', x: 300, y: 100, links: ['called'], linkType: 'static', timeout: '3600', wires: [['out-call']] },
    ...way('call', 'tab-call', 'call'),
    { id: 'called', type: 'link in', z: 'tab-called', x: 200, y: 100, links: [], wires: [['submit-call']] },
    ...line('tab-called', 'call', 'three', ['return']),
    { id: 'return', type: 'link out', z: 'tab-called', x: 700, y: 100, mode: 'return', links: [], wires: [] },
    { id: 'catch-called', type: 'catch', z: 'tab-called', x: 800, y: 200, scope: null, wires: [['failed-called']] },
    post('failed-called', 'tab-called'),
    // Nodes are moved there.
    { id: 'catch-spare', type: 'catch', z: 'tab-spare', x: 800, y: 200, scope: null, wires: [['failed-spare']] },
    post('failed-spare', 'tab-spare'),
  ];
}
