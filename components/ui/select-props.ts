import type { ReactNode } from "react";

export interface SelectOption<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
}

/** What a choice from a closed list is told. */
export interface SelectProps<Value extends string> {
  value: Value | undefined;
  onValueChange: (value: Value) => void;
  options: readonly SelectOption<Value>[];
  /** Name of the control where no `Field` gives one. */
  label?: string | undefined;
  placeholder?: string;
  disabled?: boolean;
  size?: "md" | "sm";
  className?: string | undefined;
}
/** The same with nothing left out, its values as mere texts. */
export type SelectViewProps = SelectProps<string> &
  Required<Pick<SelectProps<string>, "placeholder" | "disabled" | "size">>;
