import { Button } from "./button.tsx";
import { dialogButtonsTexts } from "./ui-messages.ts";

/** The foot of a dialog with a form: a button that dismisses it, and one that submits the form. */
export function DialogButtons({
  formId,
  submitLabel,
  pending,
  disabledReason,
  dismissLabel = dialogButtonsTexts.cancel,
  onDismiss,
}: {
  formId: string;
  submitLabel: string;
  /** What was submitted is under way. */
  pending: boolean;
  /** Why the form cannot be submitted. */
  disabledReason?: string | undefined;
  dismissLabel?: string;
  onDismiss: () => void;
}) {
  return (
    <>
      <Button disabledReason={pending ? dialogButtonsTexts.inProgress : undefined} onClick={onDismiss}>
        {dismissLabel}
      </Button>
      <Button type="submit" form={formId} variant="primary" pending={pending} disabledReason={disabledReason}>
        {submitLabel}
      </Button>
    </>
  );
}
