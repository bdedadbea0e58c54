"use client";

import type { UseMutationResult } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import type * as z from "zod/mini";
import { type PaletteAction, usePaletteActions } from "@/components/layout/palette-actions";
import { IconButton } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { loadPart } from "@/components/ui/load-part";
import { Menu, MenuItem } from "@/components/ui/menu";
import { notify } from "@/components/ui/toast";
import type { Dependents } from "@/lib/bff/inventory";
import { formatDependents, reachSuffix } from "./format-dependents.ts";
import { resourceMenuTexts } from "./inventory-on-demand-messages.ts";

const RenameDialog = dynamic(
  loadPart(() => import("@/components/form/rename-dialog").then((module) => module.RenameDialog)),
  { ssr: false },
);

type Act<Input> = Pick<
  UseMutationResult<unknown, Error, Input & { id: string; reason: string }>,
  "mutateAsync" | "isPending" | "error" | "reset"
>;

export interface ResourceMenuProps {
  /** `proxy`, in titles and notices. */
  what: string;
  id: string;
  /** Its name; empty: none. */
  name: string;
  rename: {
    act: Act<{ name: string }>;
    rule: z.ZodMiniType<string, string>;
    /** The rule as a sentence. */
    hint: string;
    /** Why it is not possible. */
    disabledReason: string | undefined;
    onDone?: () => void;
  };
  remove: {
    act: Act<object>;
    /** What is lost, as sentences. */
    loss: string;
    disabledReason: string | undefined;
    onDone: () => void;
  };
  /** What uses it; undefined until it is read. */
  dependents: Dependents | undefined;
  /** Whether the API has it no more. */
  isGone: boolean;
}

/** What is rarely done to a resource: renaming and deleting it. Of one that is gone, only what was opened before. */
export function ResourceMenu(props: ResourceMenuProps) {
  const { what, id, name, rename, remove, dependents, isGone } = props;
  const [open, setOpen] = useState<"none" | "rename" | "delete">("none");
  const close = () => setOpen("none");
  const called = name.trim() || id;
  const noun = `${what.charAt(0).toUpperCase()}${what.slice(1)}`;
  const isNever = rename.disabledReason !== undefined && remove.disabledReason !== undefined;
  const acts: PaletteAction[] = [
    {
      id: `rename-${what}`,
      label: resourceMenuTexts.renameNamed(what),
      run: () => setOpen("rename"),
      blocked: rename.disabledReason,
    },
    {
      id: `delete-${what}`,
      label: resourceMenuTexts.deleteAct(what),
      run: () => setOpen("delete"),
      blocked: remove.disabledReason,
    },
  ];
  usePaletteActions(isGone ? [] : acts);
  const trigger = (
    <IconButton
      size="icon-sm"
      label={resourceMenuTexts.actionsFor(called)}
      disabledReason={isNever ? remove.disabledReason : undefined}
    >
      <Ellipsis />
    </IconButton>
  );
  const itemOf = ({ disabledReason }: { disabledReason: string | undefined }) => ({
    disabled: disabledReason !== undefined,
    hint: disabledReason,
  });
  return (
    <>
      {isGone ? null : isNever ? (
        trigger
      ) : (
        <Menu trigger={trigger}>
          <MenuItem {...itemOf(rename)} onSelect={() => setOpen("rename")}>
            {resourceMenuTexts.rename}
          </MenuItem>
          <MenuItem {...itemOf(remove)} tone="danger" onSelect={() => setOpen("delete")}>
            {resourceMenuTexts.delete}
          </MenuItem>
        </Menu>
      )}
      {open === "rename" ? (
        <RenameDialog
          what={what}
          id={id}
          present={name}
          rule={rename.rule}
          hint={rename.hint}
          act={rename.act}
          onRenamed={(next) => {
            notify.done(resourceMenuTexts.renamed(noun), next);
            close();
            rename.onDone?.();
          }}
          onClose={close}
        />
      ) : null}
      <ConfirmDialog
        open={open === "delete"}
        onOpenChange={close}
        title={resourceMenuTexts.deleteQuestion(what, called)}
        effect={resourceMenuTexts.deleteEffect(
          dependents === undefined ? undefined : `${formatDependents(dependents)}${reachSuffix(dependents)}`,
          remove.loss,
        )}
        confirmLabel={resourceMenuTexts.deleteNamed(what)}
        reason="required"
        draft={`delete-${what}-${id}`}
        typed={called}
        onConfirm={async (reason) => {
          await remove.act.mutateAsync({ id, reason });
          notify.done(resourceMenuTexts.deleted(noun), called);
          remove.onDone();
        }}
      />
    </>
  );
}
