import { Fragment } from "react";
import { PinBadge } from "@/components/inventory/pin-badge";
import { ProxyLink } from "@/components/inventory/proxy-link";
import { ResourceTrouble } from "@/components/inventory/resource-trouble";
import { CopyableId, DescriptionItem, DescriptionList } from "@/components/ui/description-list";
import { RelativeTime } from "@/components/ui/relative-time";
import type { InventoryKind } from "@/lib/bff/inventory";
import type { Pool, PoolConfig } from "@/lib/contract/pools";
import { formatChosenDuration } from "@/lib/format/duration";
import { formatViewport } from "@/lib/format/viewport";
import { poolFieldName } from "../pool-field-name.ts";
import { poolConfigTexts } from "../pool-on-demand-messages.ts";
import { PoolSection } from "../pool-section.tsx";

/** A pool's id, age and configuration. */
export function PoolConfigDetails({ pool }: { pool: Pool }) {
  return (
    <PoolSection title={poolConfigTexts.configuration}>
      <DescriptionList>
        <DescriptionItem name={poolConfigTexts.id} field="id">
          <CopyableId id={pool.id} what={poolConfigTexts.poolId} />
        </DescriptionItem>
        <DescriptionItem name={poolConfigTexts.created} field="created_at">
          <RelativeTime at={pool.created_at} />
        </DescriptionItem>
      </DescriptionList>
      <ConfigFields pool={pool} />
    </PoolSection>
  );
}

function ConfigFields({ pool }: { pool: Pool }) {
  const config = pool.browser_pool_config;
  const fields = Object.keys(config).filter((name) => config[name] !== null && config[name] !== undefined);
  if (fields.length === 0)
    return <p className="text-ink-3">{poolConfigTexts.theApiReportsNoConfiguration}</p>;
  return (
    <DescriptionList>
      {fields.map((name) => (
        <DescriptionItem key={name} name={poolFieldName(name)} field={name}>
          <ConfigValue name={name} config={config} />
          {referredTo(name, config).map(({ kind, id }) => (
            <Fragment key={id}>
              <ResourceTrouble kind={kind} id={id} />
              <PinBadge kind={kind} id={id} />
            </Fragment>
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

function ConfigValue({ name, config }: { name: keyof PoolConfig; config: PoolConfig }) {
  if (name === "proxy_id" && config.proxy_id) return <ProxyLink id={config.proxy_id} />;
  return <span className="font-mono text-label">{configText(name, config)}</span>;
}

/** A value with its unit; as JSON where the dashboard does not know the field. */
function configText(name: keyof PoolConfig, config: PoolConfig): string {
  const { fill_rate_per_minute: percent, timeout_seconds: seconds, profile, extensions, viewport } = config;
  const value = config[name];
  if (typeof value === "boolean") return value ? poolConfigTexts.yes : poolConfigTexts.no;
  if (name === "fill_rate_per_minute" && percent != null) return poolConfigTexts.ofTheSizePerMinute(percent);
  if (name === "timeout_seconds" && seconds != null) return formatChosenDuration(seconds * 1_000);
  if (name === "viewport" && viewport) return formatViewport(viewport);
  if (name === "extensions" && extensions)
    return extensions.map(({ id, name }) => name ?? id).join(", ") || poolConfigTexts.none;
  const profileName = profile?.name ?? profile?.id;
  if (name === "profile" && profileName)
    return profile?.save_changes ? poolConfigTexts.savesChanges(profileName) : profileName;
  return typeof value === "string" ? value : JSON.stringify(value);
}
