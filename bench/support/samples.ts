// The samples of P9: thirty days of forty pools and forty proxies.
export const resources = 40;
export const pollMs = 15_000;
export const stepMs = 300_000;
export const rawMs = 48 * 3_600_000;
export const monthMs = 30 * 86_400_000;
export const nowMs = Date.UTC(2026, 10, 1);

export const poolId = (at: number) => `pool-${at % resources}`;
