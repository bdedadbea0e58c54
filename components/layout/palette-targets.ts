import { type PastedTarget, resolvePasted } from "@/lib/format/pasted";
import { paths } from "@/lib/paths";

export interface PaletteTarget {
  readonly label: string;
  readonly id: string;
  readonly href: string;
}

/** Where a typed or pasted text may lead, surest first. */
export function paletteTargets(text: string): readonly PaletteTarget[] {
  return resolvePasted(text).map((target) => ({
    label: `Open ${target.kind}`,
    id: target.id,
    href: hrefOf(target),
  }));
}

function hrefOf({ kind, id, query }: PastedTarget): string {
  switch (kind) {
    case "invocation":
      return paths.invocation(id);
    case "browser":
      return paths.browser(id, query);
    case "pool":
      return paths.pool(id);
    case "proxy":
      return paths.proxies({ open: id });
    case "profile":
      return paths.profiles({ find: id });
  }
}
