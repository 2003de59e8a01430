/** A message of the flow: whatever properties it came with. */
export type FlowMessage = Record<string, unknown>;
