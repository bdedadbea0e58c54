"use client";

import { type ComponentProps, type MouseEvent, useState } from "react";
import { type ButtonSize, type ButtonVariant, buttonClass } from "./button-class.ts";
import { Spinner } from "./spinner.tsx";
import { Tooltip } from "./tooltip.tsx";

export interface ButtonProps extends Omit<ComponentProps<"button">, "disabled"> {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** Work started by this button is under way: it shows so and takes no further click. */
  pending?: boolean | undefined;
  /** Why the button does nothing now. It stays reachable by keyboard so that the reason can be read. */
  disabledReason?: string | undefined;
  /** What the tooltip says while the button does something. */
  hint?: string | undefined;
}

export function Button({
  variant,
  size,
  pending = false,
  disabledReason,
  hint,
  className,
  onClick,
  type = "button",
  children,
  ...rest
}: ButtonProps) {
  const [tipOpen, setTipOpen] = useState(false);
  const blocked = pending || disabledReason !== undefined;
  const tip = disabledReason ?? hint;
  if (tip === undefined && tipOpen) setTipOpen(false);

  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (!blocked) return onClick?.(event);
    event.preventDefault();
    event.stopPropagation();
    // A tap has no hover: the reason opens on it.
    if (disabledReason !== undefined) setTipOpen(true);
  };

  // In the tooltip whether there is one or not: a button that came to stand elsewhere would lose the focus.
  return (
    <Tooltip text={tip} open={tipOpen} onOpenChange={setTipOpen}>
      <button
        {...rest}
        type={type}
        aria-disabled={blocked || undefined}
        aria-busy={pending || undefined}
        className={buttonClass({ variant, size, className })}
        onClick={click}
      >
        {pending ? <Spinner /> : null}
        {pending && (size === "icon" || size === "icon-sm") ? null : children}
      </button>
    </Tooltip>
  );
}

/** A button that is only an icon: `label` is its name and its tooltip. */
export function IconButton({
  label,
  size = "icon",
  variant = "ghost",
  ...rest
}: Omit<ButtonProps, "hint"> & { label: string }) {
  return <Button {...rest} size={size} variant={variant} aria-label={label} hint={label} />;
}
