// Differences between a pool's sessions and its current configuration: sessions created before a change, or altered by
// their users. Extensions and save_changes are not part of the API's sessions, so they are not compared.
import type { DriftField } from "../bff/pool-insight.ts";
import type { Browser } from "../contract/browsers.ts";
import type { PoolConfig } from "../contract/pools.ts";

/** Fields that sessions and configurations have in common. */
export type SessionTraits = Pick<
  Browser,
  "headless" | "stealth" | "kiosk_mode" | "timeout_seconds" | "proxy_id" | "profile" | "viewport"
>;

type Viewport = PoolConfig["viewport"];

const viewportText = (viewport: Viewport): string | null =>
  viewport === undefined || viewport === null ? null : `${viewport.width}×${viewport.height}`;

const text = (value: string | number | boolean | null | undefined): string | null =>
  value === undefined || value === null || value === "" ? null : String(value);

/** Compares profiles by id or name, whichever both have. */
function profileTexts(config: PoolConfig, session: SessionTraits): [string | null, string | null] {
  const wanted = config.profile ?? {};
  const held = session.profile ?? {};
  if (wanted.id && held.id) return [wanted.id, held.id];
  if (wanted.name && held.name) return [wanted.name, held.name];
  return [text(wanted.id ?? wanted.name), text(held.id ?? held.name)];
}

/** Differing fields. Unknown on both sides: omitted; unknown on one side: uncertain. */
export function driftOf(config: PoolConfig, session: SessionTraits): DriftField[] {
  const [wantedProfile, heldProfile] = profileTexts(config, session);
  const pairs: readonly (readonly [string, string | null, string | null])[] = [
    ["headless", text(config.headless), text(session.headless)],
    ["stealth", text(config.stealth), text(session.stealth)],
    ["kiosk_mode", text(config.kiosk_mode), text(session.kiosk_mode)],
    ["timeout_seconds", text(config.timeout_seconds), text(session.timeout_seconds)],
    ["proxy_id", text(config.proxy_id), text(session.proxy_id)],
    ["profile", wantedProfile, heldProfile],
    ["viewport", viewportText(config.viewport), viewportText(session.viewport)],
  ];
  // An absent flag, time or size has an unknown default; an absent proxy or profile means none.
  const named = new Set(["proxy_id", "profile"]);
  return pairs
    .filter(([, pool, held]) => pool !== held)
    .filter(([field, pool, held]) => named.has(field) || (pool !== null && held !== null))
    .map(([field, pool, held]) => ({
      field,
      pool,
      session: held,
      certain: pool !== null && held !== null,
    }));
}
