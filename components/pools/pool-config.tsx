import { PinBadge } from "@/components/inventory/pin-badge";
import { CopyableId, DescriptionItem, DescriptionList } from "@/components/ui/description-list";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import type { InventoryKind } from "@/lib/bff/inventory";
import type { Pool, PoolConfig } from "@/lib/contract/pools";
import { paths } from "@/lib/paths";
import { poolConfigTexts } from "./pool-messages.ts";
import { PoolSection } from "./pool-section.tsx";

/** A pool's id, age and configuration. */
export function PoolConfigDetails({ pool }: { pool: Pool }) {
  return (
    <PoolSection title={poolConfigTexts.configuration}>
      <DescriptionList>
        <DescriptionItem name="id" raw>
          <CopyableId id={pool.id} what={poolConfigTexts.poolId} />
        </DescriptionItem>
        <DescriptionItem name="created_at" raw>
          <RelativeTime at={pool.created_at} />
        </DescriptionItem>
      </DescriptionList>
      <ConfigFields pool={pool} />
    </PoolSection>
  );
}

/** The configuration with the API's field names and values. */
function ConfigFields({ pool }: { pool: Pool }) {
  const fields = Object.entries(pool.browser_pool_config).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  if (fields.length === 0)
    return <p className="text-ink-3">{poolConfigTexts.theApiReportsNoConfiguration}</p>;
  return (
    <DescriptionList>
      {fields.map(([name, value]) => (
        <DescriptionItem key={name} name={name} raw>
          <ConfigValue name={name} value={value} />
          {referredTo(name, pool.browser_pool_config).map(({ kind, id }) => (
            <PinBadge key={id} kind={kind} id={id} />
          ))}
        </DescriptionItem>
      ))}
    </DescriptionList>
  );
}

/** Resources referenced by a field, which operators may have labelled. */
function referredTo(
  field: string,
  { proxy_id, profile, extensions }: PoolConfig,
): readonly { kind: InventoryKind; id: string }[] {
  const of = (kind: InventoryKind, id: string | null | undefined) => (id ? [{ kind, id }] : []);
  switch (field) {
    case "proxy_id":
      return of("proxy", proxy_id);
    case "profile":
      return of("profile", profile?.id ?? profile?.name);
    case "extensions":
      return (extensions ?? []).flatMap(({ id, name }) => of("extension", id ?? name));
    default:
      return [];
  }
}

/** Units of the fields whose names do not contain them. */
const units: Readonly<Record<string, string>> = { fill_rate_per_minute: poolConfigTexts.ofTheSize };

function ConfigValue({ name, value }: { name: string; value: unknown }) {
  const text = `${typeof value === "string" ? value : JSON.stringify(value)}${units[name] ?? ""}`;
  if (name === "proxy_id" && typeof value === "string") {
    return (
      <Link
        className="font-mono text-label text-accent hover:underline"
        href={paths.proxies({ open: value })}
      >
        {text}
      </Link>
    );
  }
  return <span className="font-mono text-label">{text}</span>;
}
