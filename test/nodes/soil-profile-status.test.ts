import assert from 'node:assert/strict';
import { until } from '../time/until';
import { RunningFlow } from './flow';
import { out, profileNode, record, RECORDS, type ProfiledMessage } from './profile-flow';

describe('The status of soil-profile', () => {
  it('counts a value that its unit does not allow, says so and is yellow', async () => {
    const flow = await RunningFlow.start([profileNode({ slices: '0-30' }), out]);
    try {
      flow.send('profile', { payload: [record({ value: -9999 }), record({ depthTop: 10, depthBottom: 30, value: 2 })] });
      const { soil } = await flow.message<ProfiledMessage>('out');
      const [fault] = (soil.profile.checks as { first: Record<string, unknown>[] }).first;
      assert.deepEqual([soil.profile.impossible, fault?.fault, fault?.value, fault?.property, fault?.top, fault?.bottom], [1, 'impossible value', -9999, 'Organic carbon', 0, 10]);
      await flow.shows('profile', { fill: 'yellow', shape: 'ring', text: '1 value' });
    } finally {
      await flow.stop();
    }
  });

  it('says that invented data are invented, even if real ones wait behind them, which follow', async () => {
    const flow = await RunningFlow.start([profileNode({ slices: '0-20-50' }), out]);
    try {
      const many = Array.from({ length: 50_000 }, (_, index) => record({ lat: 40 + index / 10_000, depthBottom: 50 }));
      flow.send('profile', { topic: 'invented', payload: many, soil: { source: { synthetic: true } } });
      flow.send('profile', { topic: 'real', payload: [record({ depthBottom: 20 })] });
      await flow.message('out', 1);
      await flow.shows('profile', { fill: 'green', shape: 'dot', text: '1 value' });
      assert.deepEqual(flow.messages('out').map(({ topic }) => topic), ['invented', 'real']);
      assert.ok(flow.statuses('profile').some(({ text }) => text === 'sandbox · 2 values'));
    } finally {
      await flow.stop();
    }
  });

  it('shows in yellow that a unit cannot be had, but not that records have none', async () => {
    const flow = await RunningFlow.start([profileNode({ slices: '0-30', units: [{ property: 'Organic carbon', unit: 'g/l' }] }), out]);
    try {
      for (const [index, [unit, look]] of ([['%', { fill: 'yellow', shape: 'ring' }], [null, { fill: 'green', shape: 'dot' }]] as const).entries()) {
        flow.send('profile', { payload: [record({ unit })] });
        await flow.message('out', index);
        await flow.shows('profile', { ...look, text: '1 value' });
      }
    } finally {
      await flow.stop();
    }
  });

  it('shows how many of its values are empty', async () => {
    const flow = await RunningFlow.start([profileNode({ slices: 'own', ownSlices: '0-10, 10-30', minCoverage: 50 }), out]);
    try {
      for (const [payload, shown] of [
        [[record(), record({ depthTop: 10, depthBottom: 15 })], { fill: 'green', shape: 'dot', text: '2 values, 1 empty' }],
        [[record({ depthBottom: 2 }), record({ depthTop: 10, depthBottom: 15 })], { fill: 'yellow', shape: 'ring', text: '2 values, 2 empty' }],
        [[record({ depthBottom: 2 })], { fill: 'yellow', shape: 'ring', text: '1 value, empty' }],
      ] as const) {
        flow.send('profile', { payload });
        await flow.shows('profile', shown);
      }
    } finally {
      await flow.stop();
    }
  });

  it('shows in yellow that its slices have no value, or that none of them is in what it gives', async () => {
    const cases = [
      [{ minCoverage: 50 }, [record()]],
      [{ minCoverage: 50, shape: 'chart' }, [record()]],
      [{ shape: 'worldmap', group: 'point' }, [record({ lon: null, lat: null, h3: 'no cell' })]],
    ] as const;
    for (const [settings, payload] of cases) {
      const flow = await RunningFlow.start([profileNode({ slices: '0-30', ...settings }), out]);
      try {
        flow.send('profile', { payload });
        await flow.message('out');
        await until(() => ['yellow', 'green'].includes(flow.statuses('profile').at(-1)?.fill ?? ''), 'its last status');
        assert.equal(flow.statuses('profile').at(-1)?.fill, 'yellow', JSON.stringify(settings));
      } finally {
        await flow.stop();
      }
    }
  });

  it('begins its status with "sandbox" if the data are made up', async () => {
    const flow = await RunningFlow.start([profileNode(), out]);
    try {
      flow.send('profile', { payload: RECORDS, soil: { source: { datasets: [], retrieved: '', synthetic: true } } });
      await flow.message('out');
      assert.match(flow.statuses('profile').at(0)!.text, /^sandbox · /);
    } finally {
      await flow.stop();
    }
  });
});
