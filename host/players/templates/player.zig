// @NAME@: the first legal cell. Blind: all that it knows of the game is in its query.
// Built with: @BUILD@
const host = @cImport(@cInclude("othello_player.h"));

const about =
    \\{"name": "@NAME@", "author": "you", "version": "0.1", "line": "the first legal cell", "class": "blind"}
;

const query =
    \\WITH CASE $symbol WHEN 'X' THEN 'O' ELSE 'X' END AS other
    \\MATCH (cell:Cell)
    \\WHERE cell.state IS NULL AND EXISTS {
    \\  (cell)-[r:NEIGHBOR_OF]-(:Cell {state: other})
    \\  ((:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: other}))*
    \\  (:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: $symbol})
    \\}
    \\RETURN cell
    \\ORDER BY cell.row, cell.column
    \\LIMIT 1
;

export fn othello_abi() u32 {
    return host.OTHELLO_ABI;
}

export fn describe(emit: host.othello_emit, context: ?*anyopaque) void {
    emit.?(context, about, about.len);
}

// It keeps nothing between its rounds, so it needs neither create nor destroy.
export fn get_cypher_for_round(_: ?*anyopaque, _: [*c]const u8, _: usize, emit: host.othello_emit, context: ?*anyopaque) void {
    emit.?(context, query, query.len);
}
