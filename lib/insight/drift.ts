// Where a pool's sessions are not what its configuration says now: made before it was changed, or altered by whoever
// holds them. Extensions and save_changes are no part of a session as the API gives it, so they are not compared.
import type { DriftField } from "../bff/pool-insight.ts";
import type { Browser } from "../contract/browsers.ts";
import type { PoolConfig } from "../contract/pools.ts";

/** What a session and a configuration have in common. */
export type SessionTraits = Pick<
  Browser,
  "headless" | "stealth" | "kiosk_mode" | "timeout_seconds" | "proxy_id" | "profile" | "viewport"
>;

type Viewport = PoolConfig["viewport"];

const viewportText = (viewport: Viewport): string | null =>
  viewport === undefined || viewport === null ? null : `${viewport.width}×${viewport.height}`;

const text = (value: string | number | boolean | null | undefined): string | null =>
  value === undefined || value === null || value === "" ? null : String(value);

/** A profile is named by id or by name: compared by what both give. */
function profileTexts(config: PoolConfig, session: SessionTraits): [string | null, string | null] {
  const wanted = config.profile ?? {};
  const held = session.profile ?? {};
  if (wanted.id && held.id) return [wanted.id, held.id];
  if (wanted.name && held.name) return [wanted.name, held.name];
  return [text(wanted.id ?? wanted.name), text(held.id ?? held.name)];
}

/** Fields that nobody told are equal to nothing and are left out; with one side told, it may be a difference. */
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
  // A flag, a time or a size that one side leaves out has a standard nobody told; a proxy or profile has none.
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
