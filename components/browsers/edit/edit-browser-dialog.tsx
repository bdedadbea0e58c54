"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ProfileField, ProxyField, WindowField } from "@/components/browser-options/browser-option-fields";
import { captureTexts } from "@/components/browser-options/browser-option-on-demand-messages";
import { CaptureField } from "@/components/browser-options/capture-field";
import { FormDialog, ReasonField, ReplacedFields } from "@/components/form/form-dialog";
import { enterValue } from "@/components/form/schema-form";
import { changedSince, useFormDialog } from "@/components/form/use-form-dialog";
import { useActReason } from "@/components/layout/use-act-reason";
import { Checkbox } from "@/components/ui/checkbox";
import { notify } from "@/components/ui/toast";
import type { Browser } from "@/lib/contract/browsers";
import type { TelemetryCategory } from "@/lib/contract/telemetry";
import { sessionName } from "@/lib/format/session-name";
import { browserMutations, browserQueries, hasEnded } from "@/lib/queries/browsers";
import { BrowserNameField, BrowserTagsField } from "../list/browser-label-fields.tsx";
import { areTagLines } from "../list/browser-labels.ts";
import { createBrowserDialogTexts } from "../list/browser-list-on-demand-messages.ts";
import {
  browserChanges,
  type EditBrowserValues,
  editBrowserSchema,
  editValuesOf,
  effectOfBrowserChanges,
  listTextsOf,
} from "./edit-browser-form.ts";
import { editBrowserTexts } from "./edit-browser-messages.ts";

export interface EditBrowserRequest {
  browser: Browser;
  /** Chosen to be captured already. */
  captures?: readonly TelemetryCategory[];
}

/** Changes a live browser: only what differs is sent. When it has ended meanwhile, what was typed can still be read. */
export function EditBrowserDialog({
  browser,
  captures = noCategories,
  onClose,
}: EditBrowserRequest & { onClose: () => void }) {
  const { session_id: id } = browser;
  // Compared with the browser at opening, so that polling in the meantime does not change the form.
  const [present] = useState(() => editValuesOf(browser));
  const hasFixedTags = !areTagLines(browser.tags);
  const [typed] = useState(() =>
    captures.length === 0 && !hasFixedTags
      ? undefined
      : {
          ...(captures.length > 0 && { telemetry: [...new Set([...present.telemetry, ...captures])] }),
          // Whatever a draft has.
          ...(hasFixedTags && { tags: present.tags }),
        },
  );
  const schema = editBrowserSchema(present);
  const act = useMutation(browserMutations.update());
  const { form, dialog } = useFormDialog({
    schema,
    values: present,
    typed,
    draft: `edit-browser-${id}`,
    version: listTextsOf(present),
    // A conflict about the window is none about the name.
    conflictField: act.variables?.changes.name && !act.variables.changes.viewport ? "name" : undefined,
    act,
    toSend: (submitted) => {
      const changes = browserChanges(submitted, present);
      return Object.keys(changes).length === 0 ? undefined : { id, changes, reason: submitted.reason };
    },
    onSaved: (_changed, submitted) => {
      const name = submitted.name === undefined ? present.name : submitted.name;
      notify.done(editBrowserTexts.browserSaved, name || id);
      onClose();
    },
    onClose,
  });
  const values = form.watch();
  const errorOf = (name: keyof EditBrowserValues) => form.getFieldState(name, form.formState).error?.message;
  const read = schema.safeParse(values);
  const changes = read.success ? browserChanges(read.data, present) : {};
  const replaced = changedSince(dialog.version, listTextsOf(present)).filter((name) => name in changes);
  const roleReason = useActReason("updateBrowser", editBrowserTexts.editBrowsers);
  const ended = hasEnded(useQuery({ ...browserQueries.detail(id), refetchOnMount: false }));
  return (
    <FormDialog
      dialog={dialog}
      title={editBrowserTexts.editBrowser(sessionName(browser))}
      submitLabel={editBrowserTexts.saveBrowser}
      failedTitle={editBrowserTexts.notSaved}
      disabledReason={ended ? editBrowserTexts.hasEnded : roleReason}
      effect={
        ended ? (
          editBrowserTexts.endedWhileEdited
        ) : read.success ? (
          <>
            {effectOfBrowserChanges(changes)}
            <ReplacedFields
              names={replaced.map((name) =>
                name === "tags" ? createBrowserDialogTexts.tags : captureTexts.capture,
              )}
            />
          </>
        ) : undefined
      }
    >
      <CaptureField
        value={values.telemetry}
        error={errorOf("telemetry")}
        onChange={(next) => enterValue(form, "telemetry", next)}
      />
      <BrowserNameField form={form} />
      <BrowserTagsField form={form} fixed={hasFixedTags ? editBrowserTexts.tagsStay : undefined} />
      <ProxyField
        value={values.proxy_id}
        error={errorOf("proxy_id")}
        onChange={(next) => enterValue(form, "proxy_id", next)}
      />
      {browser.profile ? (
        <p className="text-label text-ink-3">
          {editBrowserTexts.profileStays(browser.profile.name ?? browser.profile.id ?? "")}
        </p>
      ) : (
        <ProfileField
          value={values.profile}
          hint={editBrowserTexts.profileOnce}
          saves={values.save_changes}
          error={errorOf("profile")}
          onChange={(next) => enterValue(form, "profile", next)}
          onSavesChange={(next) => enterValue(form, "save_changes", next)}
        />
      )}
      <WindowField
        present={present.viewport}
        value={values.viewport}
        error={errorOf("viewport")}
        onChange={(next) => enterValue(form, "viewport", next)}
      />
      {values.viewport === present.viewport ? null : (
        <span title="viewport.force">
          <Checkbox
            checked={values.force}
            onCheckedChange={(next) => enterValue(form, "force", next)}
            label={editBrowserTexts.alsoWhileWatched}
          />
        </span>
      )}
      <ReasonField form={form} name="reason" />
    </FormDialog>
  );
}

const noCategories: readonly TelemetryCategory[] = [];
