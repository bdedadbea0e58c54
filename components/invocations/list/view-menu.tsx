"use client";

import { Check, Star } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import type { TriggerProps } from "@/components/ui/lazy-trigger";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import { RelativeTime } from "@/components/ui/relative-time";
import type { View, ViewUpdate } from "@/lib/bff/views";
import { viewMenuTexts } from "./invocation-list-on-demand-messages.ts";

/** Lists all views, and the actions on the open one. */
export function ViewMenu({
  trigger,
  views,
  failure,
  open,
  whyNotChange,
  whyNotShare,
  onOpen,
  onSaveAs,
  onRename,
  onDelete,
  onAlter,
}: {
  trigger: ReactElement<TriggerProps>;
  views: readonly View[];
  /** Why the views could not be loaded. */
  failure: string | undefined;
  open: View | undefined;
  whyNotChange: string | undefined;
  whyNotShare: string | undefined;
  onOpen: (view: View | undefined) => void;
  onSaveAs: () => void;
  onRename: (view: View) => void;
  onDelete: (view: View) => void;
  onAlter: (changes: ViewUpdate & { id: string }, done: string) => void;
}) {
  const [personal, shared] = [views.filter((view) => !view.shared), views.filter((view) => view.shared)];
  const item = (view: View) => (
    <MenuItem
      key={view.id}
      onSelect={() => onOpen(view)}
      hint={
        view.shared ? (
          <>
            {view.mine ? viewMenuTexts.you : view.owner} · <RelativeTime at={view.updated_at_ms} />
          </>
        ) : undefined
      }
    >
      <Mark on={view.id === open?.id} />
      <span className="truncate">{view.name}</span>
      {view.is_default ? <Star aria-label={viewMenuTexts.default} className="text-ink-3" /> : null}
    </MenuItem>
  );
  return (
    <Menu trigger={trigger} align="start">
      <MenuItem onSelect={() => onOpen(undefined)}>
        <Mark on={open === undefined} />
        {viewMenuTexts.allInvocations}
      </MenuItem>
      {failure === undefined ? null : <MenuLabel>{viewMenuTexts.savedViewsNotLoaded(failure)}</MenuLabel>}
      {personal.length === 0 ? null : <MenuLabel>{viewMenuTexts.personal}</MenuLabel>}
      {personal.map(item)}
      {shared.length === 0 ? null : <MenuLabel>{viewMenuTexts.sharedWithEveryone}</MenuLabel>}
      {shared.map(item)}
      <MenuSeparator />
      <MenuItem onSelect={onSaveAs}>
        <Mark on={false} />
        {viewMenuTexts.saveAsNewView}
      </MenuItem>
      {open === undefined ? null : (
        <>
          {open.mine ? (
            <Act
              onSelect={() =>
                onAlter(
                  { id: open.id, is_default: !open.is_default },
                  open.is_default
                    ? viewMenuTexts.isNoLongerYourDefault(open.name)
                    : viewMenuTexts.isYourDefault(open.name),
                )
              }
            >
              {open.is_default ? viewMenuTexts.stopUsingAsDefault : viewMenuTexts.useAsDefault}
            </Act>
          ) : null}
          <Act reason={whyNotChange} onSelect={() => onRename(open)}>
            {viewMenuTexts.rename}
          </Act>
          <Act
            reason={whyNotChange ?? (open.shared ? undefined : whyNotShare)}
            onSelect={() =>
              onAlter(
                { id: open.id, shared: !open.shared },
                open.shared
                  ? viewMenuTexts.isNoLongerShared(open.name)
                  : viewMenuTexts.isSharedWithEveryone(open.name),
              )
            }
          >
            {open.shared ? viewMenuTexts.stopSharing : viewMenuTexts.shareWithEveryone}
          </Act>
          <Act danger reason={whyNotChange} onSelect={() => onDelete(open)}>
            {viewMenuTexts.delete}
          </Act>
        </>
      )}
    </Menu>
  );
}

function Act({
  reason,
  danger = false,
  onSelect,
  children,
}: {
  reason?: string | undefined;
  danger?: boolean;
  onSelect: () => void;
  children: ReactNode;
}) {
  return (
    <MenuItem
      tone={danger ? "danger" : "plain"}
      lead={<Mark on={false} />}
      disabledReason={reason}
      onSelect={onSelect}
    >
      {children}
    </MenuItem>
  );
}

function Mark({ on }: { on: boolean }) {
  return (
    <span className="flex size-3.5 shrink-0">{on ? <Check aria-label={viewMenuTexts.open} /> : null}</span>
  );
}
