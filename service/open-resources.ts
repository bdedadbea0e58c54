// Opens what browsers are made with: profiles, extensions, proxies, and the shop that samples visit.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { Extensions } from "./extensions/extensions.ts";
import { Seal } from "./kernel/seal.ts";
import { StateFiles } from "./kernel/state-files.ts";
import type { State } from "./open-state.ts";
import { Profiles } from "./profiles/profiles.ts";
import { Proxies } from "./proxies/proxies.ts";
import { startShop } from "./samples/shop/shop.ts";
import type { ServiceSettings } from "./service-options.ts";

export interface Resources {
  readonly profiles: Profiles;
  readonly extensions: Extensions;
  readonly uploadsDir: string;
  readonly shop: Awaited<ReturnType<typeof startShop>>;
  /** Ports of this machine that browsers in a network of their own reach, too. */
  readonly publishedPorts: readonly number[];
  readonly proxies: Proxies;
}

export async function openResources(
  { clock, dataDir, network, report }: ServiceSettings,
  { store, secret }: State,
): Promise<Resources> {
  const files = await StateFiles.open(join(dataDir, "profiles"));
  const profiles = new Profiles({ store, files, clock });
  const extensions = await Extensions.open({ store, dir: join(dataDir, "extensions"), clock });
  const uploadsDir = join(dataDir, "uploads");
  // Uploads interrupted by the end of the last process.
  rmSync(uploadsDir, { recursive: true, force: true });
  const shop = await startShop();
  const publishedPorts = [Number(new URL(shop.url).port)];
  const proxies = await Proxies.open({
    store,
    seal: new Seal(secret),
    clock,
    ...(network === "isolated" ? { hostPorts: new Set(publishedPorts) } : {}),
    report,
  });
  return { profiles, extensions, uploadsDir, shop, publishedPorts, proxies };
}
