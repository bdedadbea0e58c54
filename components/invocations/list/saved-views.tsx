"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Bookmark, ChevronDown } from "lucide-react";
import dynamic from "next/dynamic";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { usePaletteAct } from "@/components/layout/palette-actions";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { loadPart } from "@/components/ui/load-part";
import { useFocusHandoff } from "@/components/ui/return-focus";
import { notify } from "@/components/ui/toast";
import { hasRole } from "@/lib/bff/roles";
import type { View } from "@/lib/bff/views";
import { readFailure } from "@/lib/format/error-message";
import { sessionQueries } from "@/lib/queries/session";
import { viewMutations, viewQueries } from "@/lib/queries/views";
import { savedViewsTexts } from "./invocation-list-on-demand-messages.ts";
import { screenOfView, viewQueryOf } from "./invocation-search-params.ts";
import { noView } from "./use-invocation-search-params.ts";
import { ViewMenu } from "./view-menu.tsx";

const viewDialogs = () => import("./view-dialog.tsx");
const SaveViewDialog = dynamic(
  loadPart(() => viewDialogs().then((module) => module.SaveViewDialog)),
  { ssr: false },
);
const RenameViewDialog = dynamic(
  loadPart(() => viewDialogs().then((module) => module.RenameViewDialog)),
  { ssr: false },
);

type Asking = { readonly kind: "save" } | { readonly kind: "rename" | "delete"; readonly view: View };

/** The open view, whether the list differs from it, and all actions on views. */
export function SavedViews({
  openId,
  query,
  onOpen,
  onLeave,
}: {
  openId: string | undefined;
  /** The list's state as a view would store it. */
  query: string;
  onOpen: (view: View | undefined) => void;
  /** No view is open any more; the list stays as it is. */
  onLeave: () => void;
}) {
  const [asking, setAsking] = useState<Asking>();
  const menu = useRef<HTMLButtonElement>(null);
  const focusHandoffRef = useFocusHandoff(() => menu.current);
  const list = useQuery(viewQueries.list());
  const change = useMutation(viewMutations.change());
  const role = useQuery(sessionQueries.current()).data?.data.operator.role ?? "viewer";

  const views = list.data?.items ?? [];
  const open = views.find(({ id }) => id === openId);
  useGoneView(open === undefined && list.data !== undefined ? openId : undefined, onLeave);
  const modified = open !== undefined && viewQueryOf(screenOfView(open.query)) !== query;
  const whyNot = open === undefined ? undefined : whyNotChange(open, role);

  const alter = async (changes: Parameters<typeof change.mutateAsync>[0], done: string) => {
    try {
      await change.mutateAsync(changes);
      notify.done(done);
    } catch (error) {
      notify.notDone(savedViewsTexts.theViewWasNotChanged, error);
    }
  };
  const close = () => setAsking(undefined);
  const saveAs = () => setAsking({ kind: "save" });
  usePaletteAct("save-view", savedViewsTexts.saveAsView, saveAs, undefined);

  return (
    <>
      <ViewMenu
        trigger={
          <Button ref={menu} className="max-w-60" aria-label={savedViewsTexts.view(open?.name, modified)}>
            <Bookmark />
            <span className="truncate">{open?.name ?? savedViewsTexts.allInvocations}</span>
            {modified ? <span className="font-normal text-ink-3">{savedViewsTexts.modified}</span> : null}
            <ChevronDown className="text-ink-3" />
          </Button>
        }
        views={views}
        failure={list.error === null ? undefined : readFailure(list.error).message}
        open={open}
        whyNotChange={whyNot}
        whyNotShare={hasRole(role, "operator") ? undefined : savedViewsTexts.sharingNeedsTheOperatorRole}
        onOpen={onOpen}
        onSaveAs={saveAs}
        onRename={(view) => setAsking({ kind: "rename", view })}
        onDelete={(view) => setAsking({ kind: "delete", view })}
        onAlter={(changes, done) => void alter(changes, done)}
      />
      {open !== undefined && modified ? (
        <>
          <Button
            ref={focusHandoffRef}
            pending={change.isPending}
            disabledReason={whyNot}
            onClick={() => void alter({ id: open.id, query }, savedViewsTexts.saved(open.name))}
          >
            {savedViewsTexts.save}
          </Button>
          <Button ref={focusHandoffRef} variant="ghost" onClick={() => onOpen(open)}>
            {savedViewsTexts.reset}
          </Button>
        </>
      ) : null}
      {asking?.kind === "save" ? (
        <SaveViewDialog
          query={query}
          onClose={close}
          onSaved={(view) => {
            close();
            onOpen(view);
          }}
        />
      ) : null}
      {asking?.kind === "rename" ? <RenameViewDialog view={asking.view} onClose={close} /> : null}
      {asking?.kind === "delete" ? (
        <DeleteView view={asking.view} onDeleted={onLeave} onClose={close} />
      ) : null}
    </>
  );
}

/** Says once that a view is gone, and leaves it. `missingId`: of a view that is not in the list as loaded. */
function useGoneView(missingId: string | undefined, onLeave: () => void) {
  const client = useQueryClient();
  const leave = useEffectEvent(() => {
    notify.note(savedViewsTexts.viewIsGone, savedViewsTexts.deletedOrNotShared);
    onLeave();
  });
  useEffect(() => {
    if (missingId === undefined || missingId === noView) return;
    let isOver = false;
    // It may have been saved since the list was loaded.
    client.fetchQuery({ ...viewQueries.list(), staleTime: 0 }).then(
      ({ items }) => {
        if (!isOver && items.every(({ id }) => id !== missingId)) leave();
      },
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [missingId, client]);
}

function DeleteView({
  view,
  onDeleted,
  onClose,
}: {
  view: View;
  onDeleted: () => void;
  onClose: () => void;
}) {
  const remove = useMutation(viewMutations.remove());
  return (
    <ConfirmDialog
      open
      onOpenChange={(next) => (next ? undefined : onClose())}
      title={savedViewsTexts.deleteView(view.name)}
      effect={
        view.shared ? savedViewsTexts.deletedEveryoneLinksMadeStill : savedViewsTexts.linksMadeStillWork
      }
      confirmLabel={savedViewsTexts.deleteViewLabel}
      onConfirm={async () => {
        await remove.mutateAsync(view.id);
        onDeleted();
        notify.done(savedViewsTexts.deleted(view.name));
      }}
    />
  );
}

function whyNotChange(view: View, role: Parameters<typeof hasRole>[0]): string | undefined {
  if (!view.mine && !hasRole(role, "admin")) return savedViewsTexts.onlyOwnerAdminCanChange(view.owner);
  if (view.shared && !hasRole(role, "operator")) return savedViewsTexts.sharedViewsNeedOperatorRole;
  return undefined;
}
