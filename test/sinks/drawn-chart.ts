import type { Page } from 'playwright-core';

/** What Apache ECharts draws in the chart of a dashboard. */
interface DrawnChart {
  series: { name: string; type: string; data: [x: number, y: number][] }[];
  xAxis: { type: string }[];
  yAxis: { type: string }[];
}

/**
 * The options by which the chart of the page draws; `null` as long as there is none. The page holds the chart in its Vue component, so the components are searched.
 * Text, because a function would be compiled for this program, not for the page.
 */
const FIND = `(() => {
  const waiting = [document.querySelector('#app')?._vnode];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (!node) continue;
    if (node.component?.type?.name === 'DBUIChart') {
      const chart = node.component.proxy.chart ?? node.component.setupState?.chart;
      const { series, xAxis, yAxis } = chart?.getOption?.() ?? {};
      return series ? JSON.parse(JSON.stringify({ series, xAxis, yAxis })) : null;
    }
    if (node.component) waiting.push(node.component.subTree);
    if (node.suspense) waiting.push(node.suspense.activeBranch);
    if (Array.isArray(node.children)) waiting.push(...node.children);
  }
  return null;
})()`;

/** The chart of the page, once it draws a matching series. */
export async function drawnChart(page: Page, fits: (names: string[]) => boolean): Promise<DrawnChart> {
  const due = Date.now() + 60_000;
  for (;;) {
    const chart = await page.evaluate<DrawnChart | null>(FIND);
    const names = chart?.series.map(({ name }) => name) ?? [];
    if (chart && fits(names)) return chart;
    if (Date.now() > due) throw new Error(`The chart draws ${JSON.stringify(names)}, and nothing else within a minute.`);
    await page.waitForTimeout(200);
  }
}
