"use client";

import { Ellipsis } from "lucide-react";
import { useRouter } from "next/navigation";
import { usePin } from "@/components/inventory/use-pins";
import { timelineLinkTexts } from "@/components/layout/layout-messages";
import { usePaletteActions } from "@/components/layout/palette-actions";
import { useActReason } from "@/components/layout/use-act-reason";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button, IconButton } from "@/components/ui/button";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import type { Pool } from "@/lib/contract/pools";
import { paths } from "@/lib/paths";
import type { PoolFormValues } from "../forms/pool-form.ts";
import { poolActsTexts } from "../pool-messages.ts";
import type { ReleaseRequest } from "../release/release-choice.ts";

/** What is asked before an act on a pool. */
export type PoolDialog =
  | { readonly of: "acquire" | "flush" | "delete" | "pin" }
  | { readonly of: "edit"; readonly preset: Partial<PoolFormValues> }
  | { readonly of: "release"; readonly request: ReleaseRequest };

const releaseSome = { of: "release", request: { kind: "some", wanted: undefined } } as const;

/** The acts on a pool; what is rare or destructive is in their menu. `pool` undefined: not loaded yet. */
export function PoolActs({ pool, onOpen }: { pool: Pool | undefined; onOpen: (dialog: PoolDialog) => void }) {
  const router = useRouter();
  const isPinned = usePin("pool", pool?.id ?? "") !== undefined;
  const pinReason = useRoleReason("operator");
  const acts = {
    acquire: {
      id: "acquire-browser",
      label: poolActsTexts.acquireBrowser,
      blocked: useActReason("acquireBrowser", poolActsTexts.acquireBrowsers),
      run: () => onOpen({ of: "acquire" }),
    },
    edit: {
      id: "edit-pool",
      label: poolActsTexts.editPool,
      blocked: useActReason("updatePool", poolActsTexts.editPools),
      run: () => onOpen({ of: "edit", preset: {} }),
    },
    release: {
      id: "release-browsers",
      label: poolActsTexts.releaseBrowsersInPalette,
      blocked: useActReason("releaseBrowser", poolActsTexts.releaseBrowsers),
      run: () => onOpen(releaseSome),
    },
    flush: {
      id: "flush-pool",
      label: poolActsTexts.flushPool,
      blocked: useActReason("flushPool", poolActsTexts.flushPools),
      run: () => onOpen({ of: "flush" }),
    },
    remove: {
      id: "delete-pool",
      label: poolActsTexts.deletePool,
      blocked: useActReason("deletePool", poolActsTexts.deletePools),
      run: () => onOpen({ of: "delete" }),
    },
  };
  usePaletteActions(pool === undefined ? [] : Object.values(acts));
  const loading = pool === undefined ? poolActsTexts.loading : undefined;
  return (
    <>
      <Button disabledReason={loading ?? acts.acquire.blocked} onClick={acts.acquire.run}>
        {poolActsTexts.acquire}
      </Button>
      <Button className="max-sm:flex-1" disabledReason={loading ?? acts.edit.blocked} onClick={acts.edit.run}>
        {poolActsTexts.edit}
      </Button>
      <Menu
        trigger={
          <IconButton
            label={poolActsTexts.more}
            variant="secondary"
            className="max-sm:w-10"
            disabledReason={loading}
          >
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem disabledReason={loading ?? acts.release.blocked} onSelect={acts.release.run}>
          {poolActsTexts.release}
        </MenuItem>
        <MenuItem disabledReason={loading ?? pinReason} onSelect={() => onOpen({ of: "pin" })}>
          {isPinned ? poolActsTexts.editPin : poolActsTexts.pin}
        </MenuItem>
        <MenuItem onSelect={() => router.push(paths.timeline())}>{timelineLinkTexts.showOnTimeline}</MenuItem>
        <MenuSeparator />
        <MenuItem tone="danger" disabledReason={loading ?? acts.flush.blocked} onSelect={acts.flush.run}>
          {poolActsTexts.flush}
        </MenuItem>
        <MenuItem tone="danger" disabledReason={loading ?? acts.remove.blocked} onSelect={acts.remove.run}>
          {poolActsTexts.delete}
        </MenuItem>
      </Menu>
    </>
  );
}
