import pg from 'pg';

/** How many processes are connected to the database and listen for changes: servers, and commands that write. */
export async function countServers(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: string }>(
      `select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query ilike 'listen perennial%'`,
    );
    return Number(rows[0]!.count);
  } finally {
    await client.end();
  }
}
