import { useEffect, useRef, useState } from "react";
import { DateField } from "../../ui/form/date-field";

const TYPING_MS = 600;

interface DayFilterProps {
  label: string;
  /** The day in the address. */
  value: string;
  min?: string;
  max?: string;
  onChange: (day: string) => void;
}

/**
 * A day that the list is filtered by. While the year is typed, the browser's field names a day at each digit
 * (0002-01-31, 0020-01-31, …), so a day counts when no further digit follows, on Enter, or on leaving the field.
 */
export function DayFilter({ label, value, min, max, onChange }: DayFilterProps) {
  const [day, setDay] = useState(value);
  const [seen, setSeen] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (seen !== value) {
    // Changed from outside, by a chip or the back button, or by what was typed here.
    setSeen(value);
    setDay(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const commit = (to: string) => {
    clearTimeout(timer.current);
    if (to !== value) onChange(to);
  };
  return (
    <DateField
      label={label}
      value={day}
      {...(min && { min })}
      {...(max && { max })}
      onChange={({ target }) => {
        const to = target.value;
        setDay(to);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => commit(to), TYPING_MS);
      }}
      onKeyDown={({ key }) => {
        if (key === "Enter") commit(day);
      }}
      onBlur={() => commit(day)}
    />
  );
}
