import { classes } from "../classes.ts";

type ChoiceRowProps<Value extends string> = {
  legend: string;
  choices: readonly { readonly value: Value; readonly label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  /** For the wrapper around the buttons. */
  className: string;
  /** The height and padding of each button. */
  buttonClassName: string;
};

/** A row of buttons, one of which is pressed. */
export function ChoiceRow<Value extends string>({ legend, choices, ...row }: ChoiceRowProps<Value>) {
  const { value, onChange, className, buttonClassName } = row;
  return (
    <fieldset className={classes("flex gap-1.5", className)}>
      <legend className="sr-only">{legend}</legend>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
          className={classes(
            "rounded-full border border-line-strong bg-surface text-sm font-medium transition-colors hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent aria-pressed:text-on-accent",
            buttonClassName,
          )}
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  );
}
