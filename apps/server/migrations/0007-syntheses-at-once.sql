-- How many syntheses of a developer are speaking is counted at each start.
create index syntheses_at_once on syntheses (developer_id) where state = 'speaking';
