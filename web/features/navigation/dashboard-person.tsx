import { Avatar } from "../../ui/avatar.tsx";
import { Spinner } from "../../ui/spinner.tsx";

type DashboardUser = { name: string; email: string | null; image: { url: string } | null };

/** The signed-in person. A spinner of the same size while the profile loads. */
export function DashboardPerson({ person }: { person: DashboardUser | null }) {
  if (!person) {
    return (
      <div className="flex h-14 items-center justify-center text-muted">
        <Spinner label="Loading your profile" className="size-5" />
      </div>
    );
  }
  return (
    <div className="flex h-14 items-center gap-3">
      <Avatar name={person.name} url={person.image?.url} size="md" />
      <div className="min-w-0">
        <p className="truncate font-medium" title={person.name}>
          {person.name}
        </p>
        {person.email !== null && (
          <p className="truncate text-sm text-muted" title={person.email}>
            {person.email}
          </p>
        )}
      </div>
    </div>
  );
}
