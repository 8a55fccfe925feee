import { useEffect, useRef, useState } from "react";
import { DateField } from "../../ui/form/date-field";

const TYPING_MS = 600;

interface DayFilterProps {
  label: string;
  /** The day in the address, as `yyyy-MM-dd`. */
  value: string;
  min?: string;
  max?: string;
  onChange: (day: string) => void;
}

/**
 * Filters by a day. While somebody types the year, the browser's field gives a day for each digit (0002-01-31,
 * 0020-01-31, …). So the filter waits until no digit follows, until Enter, or until the field loses the focus.
 */
export function DayFilter({ label, value, min, max, onChange }: DayFilterProps) {
  const [day, setDay] = useState(value);
  const [seen, setSeen] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (seen !== value) {
    // The address changed: by a chip, the back button, or this field.
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
